import { expect, test } from 'vitest'
import type { Escrow } from '../../../../api/loans/loans.ts'
import { ownLink, toSign, waitText } from './signing.ts'

const escrowOf = (change: Partial<Escrow>) =>
  ({
    status: 'PENDING_SIGNATURE',
    role: 'BORROWER',
    borrower_name: 'Mara',
    lender_name: 'Ana',
    borrower_signed: false,
    lender_signed: false,
    borrower_contract_url: null,
    lender_contract_url: null,
    agreement: { state: 'ready', sha256: null, your_address_missing: false },
    ...change,
  }) as Escrow // The fields that decide it.

test('each side is asked until it has signed itself, whatever the other has done', () => {
  expect(toSign(escrowOf({ lender_signed: true }))).toBe(true)
  expect(toSign(escrowOf({ borrower_signed: true }))).toBe(false)
  expect(toSign(escrowOf({ role: 'LENDER', borrower_signed: true }))).toBe(true)
  expect(toSign(escrowOf({ role: 'LENDER', lender_signed: true }))).toBe(false)
})

test.each(['NEW', 'LOAN_POSTED', 'CANCELLED'] as const)('nobody is asked in %s', (status) => {
  expect(toSign(escrowOf({ status }))).toBe(false)
})

test('each side has its own link', () => {
  const links = { borrower_contract_url: '/sign/b', lender_contract_url: '/sign/l' }
  expect(ownLink(escrowOf(links))).toBe('/sign/b')
  expect(ownLink(escrowOf({ ...links, role: 'LENDER' }))).toBe('/sign/l')
})

test('what is not there to be signed says what it waits for', () => {
  const words = (state: Escrow['agreement']['state'], your_address_missing: boolean) =>
    waitText(escrowOf({ agreement: { state, sha256: null, your_address_missing } }))
  expect(words('preparing', false)).toContain('is being printed')
  expect(words('address_needed', true)).toBe('After your legal address.')
  expect(words('address_needed', false)).toBe('It waits for the legal address of Ana.')
})

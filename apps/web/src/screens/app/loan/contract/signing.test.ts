import { expect, test } from 'vitest'
import type { Loan } from '../../../../api/loans/loans.ts'
import { ownLink, toSign, waitText } from './signing.ts'

const loanOf = (change: Partial<Loan>) =>
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
  }) as Loan // The fields that decide it.

test('each side is asked until it has signed itself, whatever the other has done', () => {
  expect(toSign(loanOf({ lender_signed: true }))).toBe(true)
  expect(toSign(loanOf({ borrower_signed: true }))).toBe(false)
  expect(toSign(loanOf({ role: 'LENDER', borrower_signed: true }))).toBe(true)
  expect(toSign(loanOf({ role: 'LENDER', lender_signed: true }))).toBe(false)
})

test.each(['NEW', 'LOAN_POSTED', 'CANCELLED'] as const)('nobody is asked in %s', (status) => {
  expect(toSign(loanOf({ status }))).toBe(false)
})

test('each side has its own link', () => {
  const links = { borrower_contract_url: '/sign/b', lender_contract_url: '/sign/l' }
  expect(ownLink(loanOf(links))).toBe('/sign/b')
  expect(ownLink(loanOf({ ...links, role: 'LENDER' }))).toBe('/sign/l')
})

test('what is not there to be signed says what it waits for', () => {
  const words = (state: Loan['agreement']['state'], your_address_missing: boolean) =>
    waitText(loanOf({ agreement: { state, sha256: null, your_address_missing } }))
  expect(words('preparing', false)).toContain('is being created')
  expect(words('address_needed', true)).toBe('First enter your legal address.')
  expect(words('address_needed', false)).toBe('Waiting for the legal address of Ana.')
})

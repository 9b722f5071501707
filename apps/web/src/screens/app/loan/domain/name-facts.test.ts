import { expect, test } from 'vitest'
import type { LoanName } from '../../../../api/loans/loan-files.ts'
import { nameFacts } from './name-facts.ts'

const held: LoanName = {
  state: 'known',
  source: 'Registry, as its registrar',
  checked_at: '2026-10-14T14:02:00.000Z',
  is_fresh: true,
  is_asked: false,
  is_held: true,
  registrar: 'Pier Registrar',
  is_locked: true,
  expires_at: '2028-05-02T00:00:00.000Z',
  ends_soon: false,
  nameservers: ['ns1.fairwater-dns.example'],
  problems: [],
  loan_on_it: 'this',
}
const running = { custody_at: '2026-10-13T09:12:00.000Z', ended_at: null }
const marksOf = (name: LoanName, loan: Parameters<typeof nameFacts>[1] = running) =>
  nameFacts(name, loan).map(({ label, value, mark }) => [label, value, mark])

test('what was seen today with us and locked is green', () => {
  expect(marksOf(held)).toEqual([
    ['Registrar', 'Pier Registrar', 'good'],
    ['Transfer lock', 'On', 'good'],
    ['Expires', '2 May 2028', null],
  ])
})

test('an old look is never green', () => {
  expect(marksOf({ ...held, is_fresh: false }).map(([, , mark]) => mark)).toEqual([
    'wait',
    'wait',
    null,
  ])
})

test('a name that should be with us and is not, or is open, is marked', () => {
  const away = { ...held, is_held: false, registrar: 'other-one', is_locked: false }
  expect(marksOf(away)).toEqual([
    ['Registrar', 'other-one', 'wait'],
    ['Transfer lock', 'Off', 'wait'],
    ['Expires', '2 May 2028', null],
  ])
  expect(marksOf({ ...away, is_locked: null })[1]).toEqual(['Transfer lock', 'Unknown', 'wait'])
})

test('before it has come to us, a name elsewhere is no reason to worry', () => {
  const elsewhere = { ...held, is_held: false, registrar: 'The other registrar', is_locked: false }
  const marks = marksOf(elsewhere, { custody_at: null, ended_at: null }).map(([, , mark]) => mark)
  expect(marks).toEqual([null, null, null])
})

test('the end of the registration is marked when it is near', () => {
  expect(marksOf({ ...held, ends_soon: true })[2]).toEqual(['Expires', '2 May 2028', 'wait'])
})

test('after the loan its owner reads what else stands on the name, and others do not', () => {
  const ended = { ...running, ended_at: '2026-10-15T16:20:00.000Z' }
  expect(marksOf({ ...held, loan_on_it: 'none' }, ended)[3]).toEqual(['Open loan', 'None', null])
  expect(marksOf({ ...held, loan_on_it: null }, ended)).toHaveLength(3)
})

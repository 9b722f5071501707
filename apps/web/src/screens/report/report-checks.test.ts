import { expect, test } from 'vitest'
import { reportChecks } from './report-checks.ts'

test.each(['foghorn.net', ' münchen.example ', 'shop.foghorn.co.uk', 'xn--mnchen-3ya.example'])(
  'a report can be about %s',
  (domain) => {
    expect(reportChecks.domain(domain)).toBeNull()
  },
)

test.each(['', 'foghorn', 'https://foghorn.net/', 'oona@foghorn.net', 'two names.net'])(
  'a report is about a domain, not about "%s"',
  (domain) => {
    expect(reportChecks.domain(domain)).not.toBeNull()
  },
)

test('a report says what happened, and where we can answer', () => {
  expect(reportChecks.statement('It was stolen')).not.toBeNull()
  expect(reportChecks.statement(' '.repeat(40))).not.toBeNull()
  expect(reportChecks.statement('My registrar account was broken into.')).toBeNull()
  expect(reportChecks.contact('nobody')).not.toBeNull()
  expect(reportChecks.contact('oona@kallio.example')).toBeNull()
})

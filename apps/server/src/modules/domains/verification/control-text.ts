/** What a check for a record saw, as text that says what to do next. */
import type { CheckRefusal, CheckResult } from './control.repository.ts'

const words: Record<CheckRefusal, string> = {
  'no-record':
    'No record yet. New records take a few minutes, sometimes an hour, to appear. We keep looking.',
  'wrong-value':
    'Something else stands there. Set the record to exactly the value shown, and leave out anything that leads elsewhere.',
  wildcard:
    'The value answers under every name of this domain. Add it as a record of its own, not as a wildcard.',
  'servers-disagree':
    'Not all nameservers have the record yet. If that stays so for an hour, ask your DNS provider why they differ.',
  'dnssec-bogus':
    'The DNSSEC signatures of this domain are not valid, so no answer can be trusted. Repair DNSSEC, or turn it off, at your registrar.',
  'no-delegation':
    'No nameserver answers for this domain. Check at your registrar that it is registered and has nameservers.',
  'used-up': 'This record is used up. Press Check now for a new one.',
  'in-custody': 'This domain is in custody here, for another user.',
  timeout: 'The nameservers did not answer in time. We look again by ourselves.',
}

export function explainCheck(result: CheckResult): string {
  return result.found ? 'The record is there.' : words[result.reason]
}

const valuesMax = 10
const charactersMax = 200

/** Third-party DNS values, limited in number and length, without control characters. */
export function listSeen(result: CheckResult): string[] {
  if (result.found) return []
  return result.seen.slice(0, valuesMax).map((text) => {
    const plain = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')
    return Array.from(plain).slice(0, charactersMax).join('')
  })
}

/** What a check for a record saw, as text that says what to do next. */
import type { CheckRefusal, CheckResult } from './control.repository.ts'

const words: Record<CheckRefusal, string> = {
  'no-record':
    'No record found yet. New records can take up to an hour to appear. We keep checking.',
  'wrong-value':
    'We found a different value. Set the record to exactly the value shown and remove any CNAME at that name.',
  wildcard: 'The value comes from a wildcard record. Add it as a separate record instead.',
  'servers-disagree':
    'Not all nameservers have the record yet. If this lasts over an hour, ask your DNS provider.',
  'dnssec-bogus':
    'The DNSSEC signatures of this domain are not valid. Fix DNSSEC or turn it off at your registrar.',
  'no-delegation':
    'No nameserver answers for this domain. Check its registration and nameservers at your registrar.',
  'used-up': 'This record has expired. Press Check now for a new one.',
  'in-custody': 'This domain is in our custody for another user.',
  timeout: 'The nameservers did not answer in time. We will check again automatically.',
}

export function explainCheck(result: CheckResult): string {
  return result.found ? 'Record found.' : words[result.reason]
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

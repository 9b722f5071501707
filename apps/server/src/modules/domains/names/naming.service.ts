/** Turns what a user typed into a domain name, or throws. */
import { AppError } from '../../../platform/app-error.ts'
import { readDomainName, type DomainName } from './domain-name.ts'
import { readPastedName } from './pasted-name.ts'

/** Like `readName`, for pasted text. `from` is that text, if it held more than the name. */
export function readPasted(typed: string): { name: DomainName; from: string | null } {
  const answer = readPastedName(typed)
  if ('name' in answer) return answer
  throw new AppError('domain_invalid', { message: answer.refusal.words, field: 'domain' })
}

export function readName(typed: string): DomainName {
  const answer = readDomainName(typed)
  if ('name' in answer) return answer.name
  throw new AppError('domain_invalid', { message: answer.refusal.words, field: 'domain' })
}

/** What somebody typed, as the one name it stands for. */
import { AppError } from '../../platform/app-error.ts'
import { readDomainName, type DomainName } from './domain-name.ts'

export function readName(typed: string): DomainName {
  const answer = readDomainName(typed)
  if ('name' in answer) return answer.name
  throw new AppError('domain_invalid', { message: answer.refusal.words, field: 'domain' })
}

import { randomUUID } from 'node:crypto'
import { type DomainInfo, RegistrarError } from '../registrar-port.ts'
import type { Secret } from '../../../platform/crypto/secret-text.ts'
import type { Answer, Greeting } from './messages/answers.ts'
import { writeCommand } from './messages/command-frames.ts'
import { readDomainInfo } from './messages/domain-answers.ts'
import { domainInfo } from './messages/domain-frames.ts'
import type { Profile } from './messages/profiles.ts'
import type { CommandKind } from './messages/refusals.ts'
import type { Session } from './session/session.ts'
import type { Markup } from './xml/xml-writer.ts'

/** What the parts of this adapter share. */
export type Epp = { session: Session; profile: Profile; ourId: string }

/** A query: it changes nothing, so a lost answer does no harm. */
export function ask(
  { session, profile }: Epp,
  kind: CommandKind,
  build: (greeting: Greeting) => Markup,
  extensions: (greeting: Greeting) => Markup[] = () => [],
): Promise<Answer> {
  const clientId = randomUUID()
  const write = (greeting: Greeting) =>
    writeCommand(build(greeting), {
      clientId,
      extensions: profile.orderExtensions(extensions(greeting)),
    })
  return session.send({ kind, clientId, isSafe: true, write })
}

/** A command that changes something. The caller saved its id before. */
export function transform(
  { session, profile }: Epp,
  kind: CommandKind,
  clientId: string,
  build: (greeting: Greeting) => Markup,
  { hasFee = false, extensions = () => [] }: TransformOptions = {},
): Promise<Answer> {
  const write = (greeting: Greeting) =>
    writeCommand(build(greeting), {
      clientId,
      extensions: profile.orderExtensions(extensions(greeting)),
    })
  return session.send({ kind, clientId, isSafe: false, hasFee, write })
}
export type TransformOptions = { hasFee?: boolean; extensions?: (greeting: Greeting) => Markup[] }

export async function findDomain(
  epp: Epp,
  asked: { name: string; authCode?: Secret },
): Promise<DomainInfo | null> {
  try {
    return readDomainInfo(await ask(epp, 'info', () => domainInfo(asked)), epp)
  } catch (error) {
    if (isRefusal(error, 'not_found')) return null
    throw error
  }
}

export async function getDomain(epp: Epp, name: string): Promise<DomainInfo> {
  const found = await findDomain(epp, { name })
  if (!found) throw refuseOurselves('not_found', 'The registrar does not know the domain')
  return found
}

export const isRefusal = (error: unknown, code: RegistrarError['code']): boolean =>
  error instanceof RegistrarError && error.code === code

export const refuseOurselves = (code: RegistrarError['code'], why: string): RegistrarError =>
  new RegistrarError(code, why, { isRetryable: false })

import type { Secret } from '../../../../platform/crypto/secret-text.ts'
import { namespaces } from '../xml/namespaces.ts'
import { element, type Markup, writeDocument } from '../xml/xml-writer.ts'

/** `clTRID` is echoed in the answer, which ties the answer to this command. */
export function writeCommand(
  command: Markup,
  { clientId, extensions = [] }: { clientId: string; extensions?: Markup[] },
): string {
  if (clientId.length < 3 || clientId.length > 64)
    throw new RangeError('A client id has 3-64 letters')
  return writeDocument([
    element('command', [
      command,
      extensions.length > 0 && element('extension', extensions),
      element('clTRID', clientId),
    ]),
  ])
}

export const writeHello = (): string => writeDocument([element('hello', [])])

export type Login = {
  user: string
  password: Secret
  objects: string[]
  extensions: string[]
  language: string
}

/** The schema's own limit; what is longer travels in the extension of RFC 8807. */
const plainPasswordMax = 16

export function writeLogin(login: Login, clientId: string): string {
  const { user, objects, extensions, language } = login
  const password = login.password.reveal()
  const isLong = password.length > plainPasswordMax && extensions.includes(namespaces.loginSec)
  const command = element('login', [
    element('clID', user),
    element('pw', isLong ? '[LOGIN-SECURITY]' : password),
    element('options', [element('version', '1.0'), element('lang', language)]),
    element('svcs', [
      ...objects.map((uri) => element('objURI', uri)),
      extensions.length > 0 &&
        element(
          'svcExtension',
          extensions.map((uri) => element('extURI', uri)),
        ),
    ]),
  ])
  const secured = element('loginSec:loginSec', { 'xmlns:loginSec': namespaces.loginSec }, [
    element('loginSec:pw', password),
  ])
  return writeCommand(command, { clientId, extensions: isLong ? [secured] : [] })
}

export const writeLogout = (clientId: string): string =>
  writeCommand(element('logout', []), { clientId })

export const writePollRequest = (clientId: string): string =>
  writeCommand(element('poll', { op: 'req' }, []), { clientId })

export const writePollAck = (messageId: string, clientId: string): string =>
  writeCommand(element('poll', { op: 'ack', msgID: messageId }, []), { clientId })

import type { Contact } from '../../registrar-port.ts'
import type { Secret } from '../../../../platform/crypto/secret-text.ts'
import { namespaces } from '../xml/namespaces.ts'
import { element, type Markup } from '../xml/xml-writer.ts'

export const hostCheck = (names: string[]): Markup =>
  element('check', [
    element(
      'host:check',
      { 'xmlns:host': namespaces.host },
      names.map((name) => element('host:name', name)),
    ),
  ])

/** A host outside our domains has no addresses here: glue belongs to its own domain. */
export const hostCreate = (name: string): Markup =>
  element('create', [
    element('host:create', { 'xmlns:host': namespaces.host }, [element('host:name', name)]),
  ])

type NewContact = { id: string; contact: Contact; authCode: Secret }

export function contactCreate({ id, contact, authCode }: NewContact): Markup {
  const { name, organisation, street, city, state, postalCode, country, phone, email } = contact
  return element('create', [
    element('contact:create', { 'xmlns:contact': namespaces.contact }, [
      element('contact:id', id),
      element('contact:postalInfo', { type: isAscii(contact) ? 'int' : 'loc' }, [
        element('contact:name', name),
        organisation !== null && element('contact:org', organisation),
        element('contact:addr', [
          ...street.map((line) => element('contact:street', line)),
          element('contact:city', city),
          state !== null && element('contact:sp', state),
          element('contact:pc', postalCode),
          element('contact:cc', country),
        ]),
      ]),
      element('contact:voice', phone),
      element('contact:email', email),
      element('contact:authInfo', [element('contact:pw', authCode.reveal())]),
    ]),
  ])
}

/** RFC 5733: the international form is ASCII alone. */
const isAscii = ({ name, organisation, street, city, state }: Contact): boolean =>
  /^[ -~]*$/.test([name, organisation, ...street, city, state].join(''))

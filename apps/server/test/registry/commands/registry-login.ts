import { namespaces } from '../../../src/providers/registrar/epp/xml/namespaces.ts'
import {
  findChild,
  listChildren,
  readText,
  type XmlElement,
} from '../../../src/providers/registrar/epp/xml/xml-reader.ts'
import { RegistryRefusal } from './registry-refusal.ts'
import type { RegistryState } from '../registry-state.ts'

const { epp, loginSec } = namespaces

export type Menu = { objects: string[]; extensions: string[] }

/** Who logs in, and which extensions the answers may use. */
export function logIn(
  state: RegistryState,
  { body, extension }: { body: XmlElement; extension: XmlElement | null },
  menu: Menu,
): { registrar: string; extensions: string[] } {
  const services = findChild(body, epp, 'svcs')
  const listTexts = (parent: XmlElement | null, name: string): string[] =>
    listChildren(parent, epp, name).map(({ text }) => text.trim())
  const objects = listTexts(services, 'objURI')
  const extensions = listTexts(findChild(services, epp, 'svcExtension'), 'extURI')
  if (objects.some((uri) => !menu.objects.includes(uri))) throw new RegistryRefusal(2307)
  if (extensions.some((uri) => !menu.extensions.includes(uri))) throw new RegistryRefusal(2103)

  const plain = findChild(body, epp, 'pw')?.text
  const secured = findChild(findChild(extension, loginSec, 'loginSec'), loginSec, 'pw')?.text
  const registrar = readText(body, epp, 'clID') ?? ''
  const password = plain === '[LOGIN-SECURITY]' ? secured : plain
  if (password === undefined || state.passwords.get(registrar) !== password) {
    throw new RegistryRefusal(2200)
  }
  return { registrar, extensions }
}

import { element, type Markup } from '../xml/xml-writer.ts'
import { readXml, type XmlElement } from '../xml/xml-reader.ts'

/** By local name, since a prefix can be anything. The texts of a contact are personal data. */
const secretNames = new Set(['pw', 'newPW', 'authInfo', 'loginSec', 'postalInfo', 'voice', 'email'])

/**
 * A frame as it may be logged: parsed and written again without its secrets, so that no trick with
 * CDATA or prefixes lets one through. What cannot be parsed is not shown.
 */
export function redactFrame(xml: string): string {
  try {
    return print(readXml(xml)).markup
  } catch {
    return `[a frame of ${xml.length} characters]`
  }
}

function print({ name, attributes, children, text }: XmlElement): Markup {
  if (secretNames.has(name)) return element(name, '[cut]')
  if (children.length === 0) return element(name, attributes, text)
  return element(name, attributes, children.map(print))
}

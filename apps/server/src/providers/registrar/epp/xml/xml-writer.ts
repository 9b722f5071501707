import { namespaces } from './namespaces.ts'

/** Markup that is safe to stand inside an element; a plain string never is. */
export type Markup = { readonly markup: string }
type Child = Markup | null | undefined | false
type Attributes = Record<string, string | number | undefined>

export function element(name: string, content: string | number | Child[]): Markup
export function element(
  name: string,
  attributes: Attributes,
  content: string | number | Child[],
): Markup
export function element(
  name: string,
  second: Attributes | string | number | Child[],
  third?: string | number | Child[],
): Markup {
  const attributes = third === undefined ? {} : (second as Attributes)
  const content = third === undefined ? (second as string | number | Child[]) : third
  const head = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escape(String(value))}"`)
    .join('')
  const inner = Array.isArray(content)
    ? content.map((child) => (child ? child.markup : '')).join('')
    : escape(String(content))
  return { markup: inner ? `<${name}${head}>${inner}</${name}>` : `<${name}${head}/>` }
}

export function writeDocument(children: Child[]): string {
  const root = element('epp', { xmlns: namespaces.epp }, children)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.markup}`
}

/** XML 1.0 cannot represent these; half a surrogate pair is not a character. */
// oxlint-disable-next-line no-control-regex -- Finding them is the point.
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

function escape(text: string): string {
  // The text itself may be a secret, so the message does not repeat it.
  if (unwritable.test(text)) throw new RangeError('A text has a character that XML cannot carry')
  return text.replaceAll(/[&<>"'\t\n\r]/g, (character) => entities[character] ?? '')
}

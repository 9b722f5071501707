import { SaxesParser, type SaxesTagNS } from 'saxes'

export type XmlElement = {
  namespace: string
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

/** The bytes were a frame, but not one that can be read. */
export class XmlError extends Error {
  override readonly name = 'XmlError'
}

const depthMax = 32

/**
 * Reads by namespace, whatever the prefixes. A DOCTYPE is refused: EPP has no use for one, and
 * everything that is dangerous about XML begins there.
 */
export function readXml(xml: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true })
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  const addText = (text: string): void => {
    const current = open.at(-1)
    if (current) current.text += text
  }
  parser.on('doctype', () => {
    throw new XmlError('A DOCTYPE is refused')
  })
  // The parser's own message may quote what it stumbled over, and that may be a code.
  parser.on('error', () => {
    throw new XmlError('A frame is not well-formed XML')
  })
  parser.on('opentag', (tag) => {
    const current = makeElement(tag)
    open.at(-1)?.children.push(current)
    root ??= current
    if (open.push(current) > depthMax) throw new XmlError('A frame is nested too deep')
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(xml).close()
  if (!root) throw new XmlError('A frame has no element')
  return root
}

function makeElement({ uri, local, attributes }: SaxesTagNS): XmlElement {
  const plain = Object.values(attributes)
    .filter(({ prefix }) => prefix === '')
    .map(({ local, value }): [string, string] => [local, value])
  const safe = Object.fromEntries(plain)
  return { namespace: uri, name: local, attributes: safe, children: [], text: '' }
}

type Path = readonly string[]

export function findChild(
  parent: XmlElement | null | undefined,
  namespace: string,
  ...path: Path
): XmlElement | null {
  let current: XmlElement | null | undefined = parent
  for (const name of path) {
    current = current?.children.find((child) => is(child, namespace, name))
  }
  return current ?? null
}

export function listChildren(
  parent: XmlElement | null,
  namespace: string,
  name?: string,
): XmlElement[] {
  const all = parent?.children ?? []
  return all.filter((child) => child.namespace === namespace && (!name || child.name === name))
}

/** An empty element counts as missing. */
export function readText(
  parent: XmlElement | null,
  namespace: string,
  ...path: Path
): string | null {
  return findChild(parent, namespace, ...path)?.text.trim() || null
}

export const is = (element: XmlElement, namespace: string, name: string): boolean =>
  element.name === name && element.namespace === namespace

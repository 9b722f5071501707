import { parseSync } from '@swc/core'

/** A text that people can read, with the line where it begins. `…` stands for what is filled in. */
export type ReadableText = { line: number; text: string }

type Node = { type: string; span?: { start: number } } & Record<string, unknown>

const filledIn = '…'

/** Elements inside a sentence. What is not here and has children of its own begins a new text. */
const inline = new Set(
  'a abbr b br code dfn em i kbd mark q small span strong sub sup time u var Link NavLink'.split(
    ' ',
  ),
)

/** Collects the texts of a TypeScript file: of its elements, and all of its literals. */
export function textsOfSource(source: string, { jsx }: { jsx: boolean }): ReadableText[] {
  // The statement in front begins at the first place, from which the parser counts.
  const program = parseSync(`;${source}`, { syntax: 'typescript', tsx: jsx }) as unknown as Node
  const bytes = Buffer.from(source)
  const begin = (program['body'] as Node[])[0]?.span?.start ?? 0
  const found: ReadableText[] = []

  function keep(node: Node, text: string) {
    const tidy = text.replaceAll(/\s+/g, ' ').trim()
    if (!/[A-Za-z]{2}/.test(tidy.replaceAll(filledIn, ''))) return
    const before = bytes.subarray(0, (node.span?.start ?? begin) - begin - 1).toString()
    const raw = typeof node['raw'] === 'string' ? node['raw'] : ''
    const blank = /^\s*/.exec(raw)?.[0] ?? ''
    found.push({ line: `${before}${blank}`.split('\n').length, text: tidy })
  }

  function visit(value: unknown): void {
    if (Array.isArray(value)) for (const each of value as unknown[]) visit(each)
    if (!isNode(value) || value.type.startsWith('Ts')) return visitCast(value)
    if (value.type === 'ImportDeclaration' || value.type.startsWith('Export')) {
      return visit(value['declaration'] ?? value['decl'])
    }
    if (isText(value)) keep(value, textOf(value))
    if (value.type === 'BinaryExpression' && isText(value)) return visit(otherParts(value))
    if (isElement(value)) for (const run of runsOf(value['children'] as Node[])) keep(...run)
    for (const [key, part] of Object.entries(value)) if (key !== 'source') visit(part)
  }

  /** `as const`, `satisfies` and the like stand around values; other types hold no text. */
  function visitCast(value: unknown): void {
    if (!isObject(value)) return
    if (isNode(value)) return visit(value['expression'])
    for (const part of Object.values(value)) visit(part)
  }

  visit(program['body'])
  const once = new Map(found.map((each) => [`${each.line} ${each.text}`, each]))
  return [...once.values()].toSorted((a, b) => a.line - b.line)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNode = (value: unknown): value is Node =>
  isObject(value) && typeof value['type'] === 'string'

const isElement = ({ type }: Node) => type === 'JSXElement' || type === 'JSXFragment'

const isText = ({ type, operator }: Node) =>
  type === 'StringLiteral' ||
  type === 'TemplateLiteral' ||
  (type === 'BinaryExpression' && operator === '+')

/** What is joined to a text and is not a text itself. */
function otherParts(node: Node): Node[] {
  const parts = [node['left'], node['right']] as Node[]
  return parts.flatMap((part) => {
    if (part.type === 'TemplateLiteral') return part['expressions'] as Node[]
    if (part.type === 'StringLiteral') return []
    return part.type === 'BinaryExpression' && isText(part) ? otherParts(part) : [part]
  })
}

/** What a value reads as: of two ways the longer. */
function textOf(node: Node): string {
  if (node.type === 'StringLiteral') return String(node['value'])
  if (node.type === 'TemplateLiteral') return textOfTemplate(node)
  if (node.type === 'BinaryExpression' && node['operator'] === '+') return both(node).join('')
  if (node.type === 'BinaryExpression' && node['operator'] === '&&') return both(node)[1] ?? ''
  if (node.type === 'BinaryExpression') return longest(both(node))
  if (node.type === 'ParenthesisExpression') return textOf(node['expression'] as Node)
  if (node.type === 'ConditionalExpression') {
    return longest([textOf(node['consequent'] as Node), textOf(node['alternate'] as Node)])
  }
  if (isElement(node)) return inlineText(node) ?? ''
  return node.type === 'NullLiteral' ? '' : filledIn
}

const both = (node: Node) => [textOf(node['left'] as Node), textOf(node['right'] as Node)]

const longest = (texts: string[]) =>
  texts.reduce((long, text) => (text.length > long.length ? text : long), '')

function textOfTemplate(node: Node): string {
  const between = node['expressions'] as Node[]
  const quasis = node['quasis'] as Node[]
  return quasis
    .map((quasi, at) => String(quasi['cooked']) + (between[at] ? textOf(between[at]) : ''))
    .join('')
}

/** The children of an element as texts, each as long as nothing but inline elements joins it. */
function runsOf(children: Node[]): [Node, string][] {
  const runs: [Node, string][] = []
  let open: [Node, string] | undefined
  for (const child of children) {
    const text = childText(child)
    if (text === undefined) open = undefined
    else if (open) open[1] += text
    else runs.push((open = [child, text]))
  }
  return runs
}

function childText(child: Node): string | undefined {
  if (child.type === 'JSXText') return jsxText(String(child['value']))
  if (child.type !== 'JSXExpressionContainer') return inlineText(child)
  const expression = child['expression'] as Node
  return expression.type === 'JSXEmptyExpression' ? '' : textOf(expression)
}

/** Undefined for a block, which is a text of its own. */
function inlineText(element: Node): string | undefined {
  if (!isElement(element)) return undefined
  const children = element['children'] as Node[]
  const { name } = element['opening'] as { name?: { value?: string } }
  if (name && children.length === 0) return filledIn
  if (name && !inline.has(name.value ?? '')) return undefined
  return children.map((child) => childText(child) ?? '').join('')
}

/** White space with a line break at an end is not drawn. */
const jsxText = (value: string) =>
  value.replaceAll(/^\s*\n\s*|\s*\n\s*$/g, '').replaceAll(/\s*\n\s*/g, ' ')

/** Collects the paragraphs, headings, items and cells of a Markdown page. */
export function textsOfMarkdown(markdown: string): ReadableText[] {
  const found: ReadableText[] = []
  let code = false
  let open: ReadableText | undefined
  for (const [index, raw] of markdown.split('\n').entries()) {
    if (raw.trimStart().startsWith('```')) code = !code
    const row = raw.replace(/^\s*(?:>\s*|#{1,6}\s+|[-*+]\s+|\d+\.\s+|\w+:\s+)?/, '')
    const begins = raw.trim() === '' || row.length !== raw.length || raw.startsWith('|')
    if (begins) open = undefined
    if (code || row.trim() === '' || /^[\s|:`-]+$/.test(row)) continue
    for (const cell of raw.startsWith('|') ? raw.split('|') : [row]) {
      const text = plain(cell)
      if (open) open.text += ` ${text}`
      else if (text) found.push((open = { line: index + 1, text }))
      if (raw.startsWith('|')) open = undefined
    }
  }
  return found
}

/** Without the marks of Markdown: a link reads as its text, a fact as one word. */
const plain = (text: string) =>
  text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\{[^}]+\}/g, filledIn)
    .replaceAll(/[*_`]/g, '')
    .trim()

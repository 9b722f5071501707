import { type MarkedToken, marked, type Tokens } from 'marked'
import type { Facts } from './facts.server.ts'
import {
  type Block,
  type Cell,
  type Inline,
  inlinesOf,
  plainText,
  type Prose,
  type ProsePicture,
} from './prose-tree.ts'

export type Pictures = Readonly<Record<string, { width: number; height: number }>>
/** What is wrong with a text, and on which line of its file. */
export type Problem = { line: number; text: string }

type Source = { body: string; firstLine?: number; facts: Facts; pictures: Pictures }
type Reading = Omit<Source, 'body'> & { ids: Set<string>; report: (text: string) => void }

const picturePrefix = 'picture:'

/** Turns Markdown into a tree of plain data. What it does not know is a problem, and left out. */
export function readProse({ body, firstLine = 1, ...known }: Source): Prose & {
  problems: Problem[]
} {
  const problems: Problem[] = []
  let line = firstLine
  const reading: Reading = {
    ...known,
    ids: new Set(),
    report: (text) => problems.push({ line, text }),
  }
  const blocks = tokensOf(marked.lexer(body)).flatMap((token) => {
    const read = readBlock(token, reading)
    line += token.raw.split('\n').length - 1
    return read
  })
  return {
    blocks,
    headings: blocks.flatMap((block) =>
      block.kind === 'heading'
        ? [{ id: block.id, text: plainText(block.inlines), level: block.level }]
        : [],
    ),
    words: inlinesOf(blocks).flatMap((inline) =>
      'text' in inline ? (inline.text.match(/[\p{L}\p{N}$][^\s]*/gu) ?? []) : [],
    ).length,
    problems,
  }
}

/** Marked widens its own tokens by those of extensions, of which we have none. */
const tokensOf = (tokens: readonly { type: string }[] = []) => tokens as MarkedToken[]

function readBlock(token: MarkedToken, reading: Reading): Block[] {
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
      return [readHeading(token, reading)]
    case 'paragraph':
      return [readParagraph(token, reading)]
    case 'text': // The line of a tight list.
      return [{ kind: 'paragraph', inlines: readInlines(token.tokens ?? [token], reading) }]
    case 'list':
      return [readList(token, reading)]
    case 'table':
      return [readTable(token, reading)]
    case 'blockquote':
      return [
        {
          kind: 'note',
          blocks: tokensOf(token.tokens).flatMap((each) => readBlock(each, reading)),
        },
      ]
    case 'code':
      return [{ kind: 'code', text: fill(token.text, reading) }]
    default:
      reading.report(`A page has no ${token.type}`)
      return []
  }
}

function readHeading({ depth, tokens }: Tokens.Heading, reading: Reading): Block {
  if (depth !== 2 && depth !== 3) reading.report('Headings are of level 2 or 3')
  const inlines = readInlines(tokens, reading)
  const slug = slugOf(plainText(inlines))
  let id = slug
  for (let at = 2; reading.ids.has(id); at++) id = `${slug}-${at}`
  reading.ids.add(id)
  return { kind: 'heading', level: depth === 2 ? 2 : 3, id, inlines }
}

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

function readParagraph({ tokens }: Tokens.Paragraph, reading: Reading): Block {
  const [only, ...more] = tokensOf(tokens)
  if (only?.type === 'image' && more.length === 0) return readPicture(only, reading)
  return { kind: 'paragraph', inlines: readInlines(tokens, reading) }
}

function readPicture({ href, text, title }: Tokens.Image, reading: Reading): ProsePicture {
  const name = href.slice(picturePrefix.length)
  const size = href.startsWith(picturePrefix) ? reading.pictures[name] : undefined
  if (!size) reading.report(`No picture "${href}"`)
  if (!text) reading.report('A picture without words for those who cannot see it')
  return {
    kind: 'picture',
    name,
    alt: fill(text, reading),
    caption: title ? fill(title, reading) : null,
    width: size?.width ?? 1,
    height: size?.height ?? 1,
  }
}

function readList({ ordered, start, items }: Tokens.List, reading: Reading): Block {
  return {
    kind: 'list',
    ordered,
    start: start || 1,
    items: items.map(({ tokens }) => tokensOf(tokens).flatMap((each) => readBlock(each, reading))),
  }
}

function readTable({ header, rows }: Tokens.Table, reading: Reading): Block {
  const cell = ({ tokens, align }: Tokens.TableCell): Cell => ({
    inlines: readInlines(tokens, reading),
    end: align === 'right',
  })
  return { kind: 'table', head: header.map(cell), rows: rows.map((row) => row.map(cell)) }
}

const readInlines = (tokens: readonly { type: string }[], reading: Reading): Inline[] =>
  tokensOf(tokens).flatMap((token) => readInline(token, reading))

function readInline(token: MarkedToken, reading: Reading): Inline[] {
  switch (token.type) {
    case 'text':
      if (token.tokens) return readInlines(token.tokens, reading)
      return [{ kind: 'text', text: fill(token.text, reading) }]
    case 'escape':
      return [{ kind: 'text', text: token.text }]
    case 'codespan':
      return [{ kind: 'code', text: fill(token.text, reading) }]
    case 'strong':
    case 'em':
      return [{ kind: token.type, inlines: readInlines(token.tokens, reading) }]
    case 'link':
      return [readLink(token, reading)]
    default:
      reading.report(`A line has no ${token.type}`)
      return []
  }
}

const addresses = /^(\/(?!\/)|#|https:\/\/|mailto:)/

function readLink({ href, tokens }: Tokens.Link, reading: Reading): Inline {
  const to = fill(decodeBraces(href), reading)
  if (!addresses.test(to)) reading.report(`Not an address that we link to: ${to}`)
  return { kind: 'link', to, inlines: readInlines(tokens, reading) }
}

const decodeBraces = (href: string) => href.replaceAll('%7B', '{').replaceAll('%7D', '}')

const fill = (text: string, { facts, report }: Reading) => fillFacts(text, facts, report)

/** Facts are put in after the Markdown was read: a star in the name of a company stays a star. */
export function fillFacts(text: string, facts: Facts, report?: (problem: string) => void): string {
  return text.replaceAll(/\{([\w.]+)\}/g, (braces, name: string) => {
    const fact = facts.get(name)
    if (fact === undefined) report?.(`No fact ${braces}`)
    return fact ?? braces
  })
}

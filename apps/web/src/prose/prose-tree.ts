/** A long text as the server hands it to the page: plain data, with no markup left in it. */
export type Prose = {
  blocks: Block[]
  /** For "On this page". */
  headings: { id: string; text: string; level: 2 | 3 }[]
  /** To say how long it takes to read. */
  words: number
}

export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; inlines: Inline[] }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { kind: 'table'; head: Cell[]; rows: Cell[][] }
  | { kind: 'note'; blocks: Block[] }
  | { kind: 'code'; text: string }
  | ProsePicture

/** A picture of the product, once a scheme. Its size is known before it is loaded. */
export type ProsePicture = {
  kind: 'picture'
  name: string
  alt: string
  caption: string | null
  width: number
  height: number
}

export type Cell = { inlines: Inline[]; end: boolean }

export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'em'; inlines: Inline[] }
  | { kind: 'link'; to: string; inlines: Inline[] }

export const plainText = (inlines: Inline[]): string =>
  inlines.map((inline) => ('text' in inline ? inline.text : plainText(inline.inlines))).join('')

/** Every inline of a text, those inside of others too. */
export function inlinesOf(blocks: Block[]): Inline[] {
  return blocks.flatMap((block): Inline[] => {
    if (block.kind === 'list') return block.items.flatMap(inlinesOf)
    if (block.kind === 'note') return inlinesOf(block.blocks)
    if (block.kind === 'table')
      return [block.head, ...block.rows].flat().flatMap(({ inlines }) => withInner(inlines))
    return 'inlines' in block ? withInner(block.inlines) : []
  })
}

const withInner = (inlines: Inline[]): Inline[] =>
  inlines.flatMap((inline) =>
    'inlines' in inline ? [inline, ...withInner(inline.inlines)] : [inline],
  )

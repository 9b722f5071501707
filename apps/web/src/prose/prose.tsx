import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CopyButton } from '../ui/button/copy-button.tsx'
import { type Block, type Cell, type Inline, plainText } from './prose-tree.ts'
import { PictureFigure } from './picture-figure.tsx'
import styles from './prose.module.css'

/** A long text, block by block. */
export function ProseText({ blocks }: { blocks: Block[] }) {
  return <div className={styles.prose}>{blocks.map(showBlock)}</div>
}

/* Texts do not change while they are read, so places do as keys. */
const showBlock = (block: Block, at: number) => <BlockView key={at} block={block} />

function BlockView({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <Heading level={block.level} id={block.id} inlines={block.inlines} />
    case 'paragraph':
      return <p>{block.inlines.map(showInline)}</p>
    case 'list':
      return <List {...block} />
    case 'table':
      return <Table head={block.head} rows={block.rows} />
    case 'note':
      return (
        <div role="note" className={styles.note}>
          <IconInfoCircle size={20} aria-hidden="true" />
          <div>{block.blocks.map(showBlock)}</div>
        </div>
      )
    case 'code':
      return (
        <div className={styles.code}>
          <pre>
            <code>{block.text}</code>
          </pre>
          <CopyButton text={block.text} what={firstLine(block.text)} variant="default" size="xs" />
        </div>
      )
    default:
      return <PictureFigure picture={block} />
  }
}

const firstLine = (text: string) => text.split('\n')[0] ?? ''

type HeadingProps = { level: 2 | 3; id: string; inlines: Inline[] }

function Heading({ level, id, inlines }: HeadingProps) {
  const Level = level === 2 ? 'h2' : 'h3'
  return <Level id={id}>{inlines.map(showInline)}</Level>
}

type ListProps = { ordered: boolean; start: number; items: Block[][] }

function List({ ordered, start, items }: ListProps) {
  const rows = items.map(showItem)
  return ordered ? <ol start={start}>{rows}</ol> : <ul>{rows}</ul>
}

const showItem = (blocks: Block[], at: number) => <li key={at}>{blocks.map(showBlock)}</li>

/**
 * On a phone a row becomes a card, and each cell carries the name of its column. A table whose columns
 * have no names is a list of facts: the first cell of a row names it.
 */
function Table({ head, rows }: { head: Cell[]; rows: Cell[][] }) {
  const columns = head.map(({ inlines }) => plainText(inlines))
  const isNamed = columns.some(Boolean)
  const showCell = ({ inlines, end }: Cell, at: number) =>
    at === 0 && !isNamed ? (
      <th key={at} scope="row">
        {inlines.map(showInline)}
      </th>
    ) : (
      <td key={at} data-end={end || undefined} data-column={columns[at] || undefined}>
        {inlines.map(showInline)}
      </td>
    )
  const showRow = (cells: Cell[], at: number) => <tr key={at}>{cells.map(showCell)}</tr>
  return (
    <table className={styles.table}>
      {isNamed && (
        <thead>
          <tr>{head.map(showHead)}</tr>
        </thead>
      )}
      <tbody>{rows.map(showRow)}</tbody>
    </table>
  )
}

const showHead = ({ inlines, end }: Cell, at: number) => (
  <th key={at} scope="col" data-end={end || undefined}>
    {inlines.map(showInline)}
  </th>
)

const showInline = (inline: Inline, at: number) => <InlineView key={at} inline={inline} />

function InlineView({ inline }: { inline: Inline }): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return <code>{inline.text}</code>
    case 'strong':
      return <strong>{inline.inlines.map(showInline)}</strong>
    case 'em':
      return <em>{inline.inlines.map(showInline)}</em>
    default:
      return inline.to.startsWith('/') && !isFile(inline.to) ? (
        <Link to={inline.to}>{inline.inlines.map(showInline)}</Link>
      ) : (
        <a href={inline.to}>{inline.inlines.map(showInline)}</a>
      )
  }
}

/** What the server answers itself, such as `/sitemap.xml`, is no page of the router. */
const isFile = (path: string) => /\.\w+$/.test(path)

/** The page of a loan file: no script, no links to anywhere, readable in fifty years. */
import { brand } from '@pier/protocol/brand'
import { formatMoney, formatRate } from '@pier/protocol/money'
import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

export type LoanFilePage = {
  code: string
  domain: string
  status: string
  madeAt: Date
  names: { BORROWER: string; LENDER: string }
  terms: { amountCents: number; termDays: number; rateBps: number; valueDate: string | null }
  events: { seq: number; at: string; words: string; hash: string }[]
  messages: { name: string; at: string; text: string; exhibit: number | null }[]
  files: { path: string; name: string; size: number; sha256: string; by: string }[]
  sealCount: number
}

const style = `body{font:16px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#111}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ccc;padding:.3rem .6rem .3rem 0;
text-align:left;vertical-align:top}code{font-size:.75rem;overflow-wrap:anywhere}
.text{white-space:pre-wrap;overflow-wrap:anywhere}`
const policy = `default-src 'none'; style-src 'unsafe-inline'`

export function printLoanFilePage(page: LoanFilePage): string {
  const title = `Loan ${page.code} on ${page.domain}`
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { httpEquiv: 'content-security-policy', content: policy }),
    h('title', null, title),
    h('style', null, style),
  )
  const body = h('body', null, h('h1', null, title), ...sectionsOf(page))
  return `<!doctype html>${renderToStaticMarkup(h('html', { lang: 'en' }, head, body))}`
}

const sectionsOf = (page: LoanFilePage): ReactNode[] => [
  h('p', { key: 'made' }, `Created by ${brand.name} on ${writeTime(page.madeAt.toISOString())}.`),
  table('The loan', ['', ''], factsOf(page)),
  table(
    'What happened',
    ['No.', 'When', 'What', 'Hash'],
    page.events.map(({ seq, at, words, hash }) => [seq, writeTime(at), words, code(hash)]),
  ),
  table(
    'Messages',
    ['When', 'Who', 'What'],
    page.messages.map(({ at, name, text, exhibit }) => [
      writeTime(at),
      own(name),
      h('div', { className: 'text', dir: 'auto' }, text, exhibit ? ` [exhibit ${exhibit}]` : ''),
    ]),
  ),
  table(
    'Documents and exhibits',
    ['File', 'Original name', 'From', 'Bytes', 'SHA-256'],
    page.files.map((file) => [file.path, own(file.name), file.by, file.size, code(file.sha256)]),
  ),
  h('h2', { key: 'check' }, 'How to verify this file'),
  h(
    'p',
    { key: 'how' },
    `VERIFY.txt explains it step by step. ${page.sealCount} checkpoints cover this loan.`,
  ),
]

const factsOf = ({ domain, status, names, terms }: LoanFilePage): ReactNode[][] => [
  ['Domain', domain],
  ['Borrower', own(names.BORROWER)],
  ['Lender', own(names.LENDER)],
  ['Amount', formatMoney(terms.amountCents)],
  ['Term', `${terms.termDays} days`],
  ['Rate', formatRate(terms.rateBps)],
  ['Running since', terms.valueDate ?? 'not yet'],
  ['Status', status],
]

function table(title: string, columns: string[], rows: ReactNode[][]): ReactNode {
  const cells = (kind: 'th' | 'td', row: ReactNode[]) =>
    row.map((cell, index) => h(kind, { key: index }, cell))
  return h(
    'section',
    { key: title },
    h('h2', null, title),
    rows.length === 0
      ? h('p', null, 'None.')
      : h(
          'table',
          null,
          h('thead', null, h('tr', null, cells('th', columns))),
          h(
            'tbody',
            null,
            rows.map((row, index) => h('tr', { key: index }, cells('td', row))),
          ),
        ),
  )
}

const code = (text: string) => h('code', null, text)
/** Isolates the text direction of user input from the text around it. */
const own = (text: string) => h('bdi', null, text)
const writeTime = (time: string) => `${time.slice(0, 19).replace('T', ' ')} UTC`

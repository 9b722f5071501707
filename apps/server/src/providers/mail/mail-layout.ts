import { brand } from '@pier/protocol/brand'
import { createElement as h, type CSSProperties, type ReactNode } from 'react'

export type Link = { label: string; url: string }

/** What a mail says. Every mail we send is one of these, so that all of them look alike. */
export type MailPage = {
  subject: string
  heading: string
  paragraphs: string[]
  facts?: { label: string; value: string }[]
  button?: Link
  /** A button that opens this path of the product, on whatever origin. */
  opens?: { label: string; path: string }
  code?: string
  footnote?: { text: string; link?: Link }
}

/**
 * The look of a mail. Tables and inline styles, because many mail programs know nothing else. The
 * classes serve the dark scheme only, in those programs that read a style sheet.
 */
export function MailLayout({ page }: { page: MailPage }) {
  return h(
    'html',
    { lang: 'en', dir: 'ltr' },
    h(MailHead, { subject: page.subject }),
    h(
      'body',
      { className: 'ground', style: { margin: 0, padding: 0, backgroundColor: colors.bg } },
      h('div', { style: { display: 'none' } }, page.paragraphs[0]),
      h(Grid, {
        className: 'ground',
        style: { backgroundColor: colors.bg },
        cell: { align: 'center', style: { padding: '32px 12px' } },
        children: h(
          Grid,
          { style: { maxWidth: 560 }, cell: { align: 'left' } },
          h(Wordmark),
          h(Card, { page }),
        ),
      }),
    ),
  )
}

function MailHead({ subject }: { subject: string }) {
  return h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    h('title', null, subject),
    h('style', { dangerouslySetInnerHTML: { __html: darkScheme } }),
  )
}

function Wordmark() {
  const name = { ...heading, fontSize: 23, lineHeight: '28px', paddingRight: 10 }
  const parent = { ...small, fontSize: 12, lineHeight: '15px', color: colors.ink3 }
  return h(
    Grid,
    { width: 'auto', style: { marginBottom: 20 }, cell: { className: 'ink', style: name } },
    brand.name,
    h('span', { className: 'ink-3', style: { ...parent, paddingLeft: 10 } }, brand.parent),
  )
}

function Card({ page }: { page: MailPage }) {
  const { paragraphs, facts, code, button, footnote } = page
  return h(
    Grid,
    {
      style: { borderCollapse: 'separate' },
      cell: { className: 'card', style: card },
    },
    h('h1', { className: 'ink', style: { ...heading, margin: '0 0 16px' } }, page.heading),
    paragraphs.map((text, index) => h('p', { key: index, className: 'ink-2', style: body }, text)),
    facts && h(Facts, { facts }),
    code && h('div', { className: 'code ink', style: codeBox }, code),
    button && h(Button, button),
    footnote && h(Footnote, footnote),
  )
}

function Facts({ facts }: { facts: { label: string; value: string }[] }) {
  const edge = { borderBottom: `1px solid ${colors.line}`, padding: '8px 0' }
  const label: CSSProperties = { ...small, ...edge, color: colors.ink3, paddingRight: 16 }
  const value: CSSProperties = { ...edge, ...body, color: colors.ink, overflowWrap: 'anywhere' }
  return h(
    'table',
    { width: '100%', cellPadding: 0, cellSpacing: 0, style: { margin: '4px 0 20px' } },
    h(
      'tbody',
      null,
      facts.map((fact, index) =>
        h(
          'tr',
          { key: index },
          h(
            'th',
            { scope: 'row', align: 'left', className: 'ink-3 edge', style: label },
            fact.label,
          ),
          h('td', { align: 'left', className: 'ink edge', style: value }, fact.value),
        ),
      ),
    ),
  )
}

function Button({ label, url }: { label: string; url: string }) {
  const fill = { backgroundColor: colors.deep, borderRadius: 4 }
  return h(
    Grid,
    { width: 'auto', style: { margin: '8px 0 20px' }, cell: { className: 'button', style: fill } },
    h('a', { className: 'on-deep', href: url, style: buttonLink }, label),
  )
}

function Footnote({ text, link }: NonNullable<MailPage['footnote']>) {
  return h(
    'p',
    { className: 'ink-3 rule', style: footnoteText },
    text,
    link && ' ',
    link &&
      h('a', { className: 'link', href: link.url, style: { color: colors.link } }, link.label),
  )
}

type GridProps = {
  width?: string
  className?: string
  style?: CSSProperties
  cell: { align?: 'left' | 'center'; className?: string; style?: CSSProperties }
  children?: ReactNode
}

/** A table of one cell, which is what a box is in a mail. */
function Grid({ width = '100%', className, style, cell, children }: GridProps) {
  const table = { role: 'presentation', width, border: 0, cellPadding: 0, cellSpacing: 0 }
  const row = h('tr', null, h('td', cell, children))
  return h('table', { ...table, className, style }, h('tbody', null, row))
}

const colors = {
  bg: '#F2F5F4',
  surface: '#FFFFFF',
  sunken: '#E7ECEB',
  line: '#D2DAD8',
  ink: '#0B1F24',
  ink2: '#3A4E53',
  ink3: '#536669',
  deep: '#0B4A57',
  onDeep: '#FFFFFF',
  link: '#0A5B6B',
}

const darkScheme = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background-color: #07151A !important; }
  .card { background-color: #0E2127 !important; border-color: #234049 !important; }
  .code { background-color: #0A1B20 !important; }
  .edge, .rule { border-color: #234049 !important; }
  .ink { color: #EAF2F2 !important; }
  .ink-2 { color: #B9CACC !important; }
  .ink-3 { color: #93A9AC !important; }
  .link { color: #8AD6E0 !important; }
  .button { background-color: #7CCBD6 !important; }
  .on-deep { color: #04191E !important; }
}`

const fontFamily =
  "'Hanken Grotesk', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

const body: CSSProperties = {
  fontFamily,
  fontSize: 15,
  lineHeight: '24px',
  color: colors.ink2,
  margin: '0 0 16px',
  overflowWrap: 'anywhere',
}

const small: CSSProperties = { fontFamily, fontSize: 13, lineHeight: '20px', fontWeight: 400 }

const heading: CSSProperties = {
  fontFamily,
  fontSize: 24,
  lineHeight: '30px',
  fontWeight: 700,
  letterSpacing: '-0.012em',
  color: colors.ink,
  overflowWrap: 'anywhere',
}

const card: CSSProperties = {
  backgroundColor: colors.surface,
  border: `1px solid ${colors.line}`,
  borderRadius: 8,
  padding: '28px 24px 12px',
}

const codeBox: CSSProperties = {
  fontFamily: "'Commit Mono', ui-monospace, Menlo, Consolas, monospace",
  fontSize: 20,
  lineHeight: '28px',
  color: colors.ink,
  backgroundColor: colors.sunken,
  borderRadius: 4,
  padding: '12px 16px',
  margin: '4px 0 20px',
  overflowWrap: 'anywhere',
}

const buttonLink: CSSProperties = {
  fontFamily,
  fontSize: 15,
  lineHeight: '24px',
  fontWeight: 600,
  color: colors.onDeep,
  textDecoration: 'none',
  display: 'inline-block',
  padding: '12px 24px',
}

const footnoteText: CSSProperties = {
  ...small,
  color: colors.ink3,
  borderTop: `1px solid ${colors.line}`,
  paddingTop: 12,
  margin: '8px 0 12px',
}

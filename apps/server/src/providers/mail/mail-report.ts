import PostalMime, { type Attachment, type Header } from 'postal-mime'
import { maskEmail } from '../../platform/mask-email.ts'

export type MailReportKind = 'hard_bounce' | 'soft_bounce' | 'complaint'
type MailReport = {
  kind: MailReportKind
  /** What the other server said, in one line, with addresses masked. */
  detail: string
  /** Ids in it that may be those of a mail of ours. Everything else in it may be invented. */
  mailIds: string[]
}

/**
 * Reads a message that another mail server sent about one of ours: a bounce by RFC 3464 or a
 * complaint by RFC 5965. Answers null for anything else, and for a mail that is only late.
 */
export async function readMailReport(source: Buffer): Promise<MailReport | null> {
  const beginning = beginningOf(source)
  if (!/multipart\/report/i.test(beginning)) return null
  const message = await openParser()
    .parse(beginning)
    .catch(() => null)
  if (!message) return null
  const parts = message.attachments.map(partOf)
  const verdict = readBounce(parts) ?? readComplaint(parts)
  if (!verdict) return null
  const places = [...message.headers.map(lineOf), ...parts.map(headOf)]
  return { ...verdict, mailIds: findMailIds(places.join('\n')) }
}

const bytesMax = 128 * 1024
const linesMax = 2000

/** What matters stands there, and the parser is slow with many lines. */
function beginningOf(source: Buffer): string {
  return source.toString('utf8', 0, bytesMax).split('\n', linesMax).join('\n')
}

const parserLimits = {
  forceRfc822Attachments: true,
  attachmentEncoding: 'utf8',
  maxNestingDepth: 8,
  maxHeadersSize: bytesMax,
} as const

/** It would also turn HTML into text, which we do not read and which takes for ever if made for it. */
const openParser = () => Object.assign(new PostalMime(parserLimits), { renderTextContent() {} })

type Part = { type: string; text: string }
const partOf = ({ mimeType, content }: Attachment): Part => ({
  type: mimeType,
  text: typeof content === 'string' ? content : '',
})

function readBounce(parts: Part[]): Omit<MailReport, 'mailIds'> | null {
  const status = parts.find(({ type }) => /^message\/(global-)?delivery-status$/.test(type))
  const failed = status?.text
    .split(/\n[ \t\r]*\n/)
    .map(readFields)
    .find((fields) => fields.get('action') === 'failed')
  if (!failed) return null
  const code = failed.get('status') ?? ''
  const said = failed.get('diagnostic-code')?.replace(/^[\w-]+;\s*/, '')
  const kind = code.startsWith('4') ? 'soft_bounce' : 'hard_bounce'
  return { kind, detail: plainLine(said || code || 'No reason given') }
}

/** Not those who say that a mail is no spam, nor those who only tell of a failed check. */
const complaints = ['abuse', 'fraud', 'opt-out', 'opt-out-list', 'other']

function readComplaint(parts: Part[]): Omit<MailReport, 'mailIds'> | null {
  const report = parts.find(({ type }) => type === 'message/feedback-report')
  const type = report && readFields(report.text).get('feedback-type')
  return type && complaints.includes(type) ? { kind: 'complaint', detail: type } : null
}

/** Fields by their names in lower case; `action`, `status` and the like have short values. */
function readFields(text: string): Map<string, string> {
  const lines = text.replace(/\n[ \t]+/g, ' ').split('\n')
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const colon = line.indexOf(':')
      if (colon < 1) return []
      const name = line.slice(0, colon).trim().toLowerCase()
      const value = line.slice(colon + 1).trim()
      return [[name, namesOfWords.has(name) ? value.toLowerCase() : value]]
    }),
  )
}

const namesOfWords = new Set(['action', 'feedback-type'])

const lineOf = ({ key, value }: Header) => `${key}: ${value}`

/** All of a report, and of the mail that came back what stands above its text. */
const headOf = ({ type, text }: Part): string =>
  /-(status|report|headers)$/.test(type) ? text : text.slice(0, blankLineOf(text))

function blankLineOf(text: string): number {
  const at = text.search(/\n\r?\n/)
  return at < 0 ? text.length : at
}

const mailIdsMax = 10
const mailId = /\+([0-9a-f]{32})@|\b([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/gi

/** By the address to which it came back, its Message-ID or the id of its envelope. */
function findMailIds(text: string): string[] {
  const found = new Set<string>()
  for (const [, bare, whole = ''] of text.matchAll(mailId)) {
    found.add(bare ? bare.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : whole)
    if (found.size >= mailIdsMax) break
  }
  return [...found].map((id) => id.toLowerCase())
}

const detailLengthMax = 300

/** What a stranger's server says is shown to operators: one line, no addresses, not too long. */
export function plainLine(text: string): string {
  return text
    .slice(0, 2 * detailLengthMax)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replace(/[^\s<>@]+@[^\s<>@]+/g, maskEmail)
    .trim()
    .slice(0, detailLengthMax)
}

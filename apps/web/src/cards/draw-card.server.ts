import { brand } from '@pier/protocol/brand'
import sharp from 'sharp'
import { readDomain } from '../domains/domain-text.ts'
import { canSet, setText, widthOf } from './set-text.server.ts'

/** What the preview picture of a link shows: a name or a title, and up to four figures or a line below. */
export type Card = {
  title: { domain: string; unicode: string } | { text: string }
  figures?: readonly (readonly [label: string, value: string])[]
  note?: string
}

const width = 1200
const height = 630
const edge = 80
const nameSizes = [132, 112, 96, 80, 64, 52, 44, 36, 28, 22]
const titleSizes = [88, 72, 60, 48, 40]
const titleLinesMax = 3
const cardsMax = 200

const colors = { water: '#0B4A57', deep: '#07353F', ink: '#EAF4F4', pale: '#A9DEE5' }

const cards = new Map<string, Promise<Buffer>>()

/** The answer to whoever asks for the picture of a page; 404 where there is none. */
export async function answerWithCard(card: Card | null): Promise<Response> {
  if (!card) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(await drawCard(card)), {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' },
  })
}

/** Each content is drawn once, and the latest are cached. */
export function drawCard(card: Card): Promise<Buffer> {
  const key = JSON.stringify(card)
  const known = cards.get(key)
  if (known) return known
  const drawn = sharp(Buffer.from(cardSvg(card)))
    .png({ compressionLevel: 9 })
    .toBuffer()
  drawn.catch(() => cards.delete(key)) // The next request may succeed.
  const [oldest] = cards.keys()
  if (cards.size >= cardsMax && oldest) cards.delete(oldest)
  cards.set(key, drawn)
  return drawn
}

/** Outlines only, no text: nothing that a person chose is parsed as markup. */
export function cardSvg({ title, figures = [], note }: Card): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${colors.water}"/>`,
    `<rect y="430" width="${width}" height="200" fill="${colors.deep}"/>`,
    mark({ x: edge + 30, y: 96, size: 64 }),
    line({ text: brand.name, face: 'heading', size: 44, x: edge + 76, y: 111, weight: 'bold' }),
    ...('text' in title ? titleOutlines(title.text) : nameOutlines(title)),
    ...figures.flatMap((figure, at) => figureOutlines(figure, at / figures.length)),
    ...(note === undefined ? [] : [line({ text: note, face: 'text', size: 32, x: edge, y: 540 })]),
    '</svg>',
  ].join('')
}

function figureOutlines([label, value]: readonly [string, string], share: number): string[] {
  const x = edge + share * (width - 2 * edge)
  return [
    line({ text: label, face: 'text', size: 26, x, y: 506, pale: true }),
    line({ text: value, face: 'heading', size: 46, x, y: 562, weight: 'bold' }),
  ]
}

type LineProps = Omit<Parameters<typeof setText>[0], 'fill'> & { pale?: boolean }

const line = ({ pale, ...placed }: LineProps) =>
  setText({ ...placed, fill: pale ? colors.pale : colors.ink })

/** Words in the largest size that fits into three lines. */
function titleOutlines(text: string): string[] {
  const fitting = titleSizes
    .map((size) => ({ size, lines: linesOf(text, size) }))
    .find(({ lines }) => lines.length <= titleLinesMax)
  const { size, lines } = fitting ?? { size: 40, lines: linesOf(text, 40).slice(0, titleLinesMax) }
  const top = 300 - ((lines.length - 1) * size * 1.08) / 2 + size / 3
  return lines.map((words, at) =>
    line({
      text: words,
      face: 'heading',
      size,
      x: edge,
      y: top + at * size * 1.08,
      weight: 'bold',
    }),
  )
}

function linesOf(text: string, size: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    const fits = widthOf({ text: longer, face: 'heading', size }) <= width - 2 * edge
    if (fits && lines.length > 0) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** As large as fits. A name with letters that our font lacks is shown in ASCII. */
function nameOutlines({ unicode, domain }: { unicode: string; domain: string }): string[] {
  const { label, ending } = readDomain(canSet(unicode, 'heading') ? unicode : domain)
  const [shown, rest] = canSet(label + ending, 'heading') ? [label, ending] : [domain, '']
  const widthAt = (size: number) =>
    widthOf({ text: shown, face: 'heading', size }) + widthOf({ text: rest, face: 'heading', size })
  const size = nameSizes.find((each) => widthAt(each) <= width - 2 * edge) ?? 22
  const labelWidth = widthOf({ text: shown, face: 'heading', size })
  const place = { face: 'heading' as const, size, y: 300 + size / 3 }
  return [
    line({ ...place, text: shown, x: edge, weight: 'bold' }),
    line({ ...place, text: rest, x: edge + labelWidth + size / 26, pale: true }),
  ]
}

const blade = {
  back: 'M0 0 L-34.89 -34.89 L2.14 -34.89 C14.24 -34.89 19.94 -22.07 12.10 -12.10 Z',
  fold: 'M0 0 C-4.98 -12.82 -4.98 -24.92 2.14 -34.89 C14.24 -34.89 19.94 -22.07 12.10 -12.10 Z',
}

/** The pinwheel on water: three blades and the red one. */
function mark({ x, y, size }: { x: number; y: number; size: number }): string {
  const blades = [0, 90, 180, 270].map((angle) => {
    const [back, fold] = angle === 270 ? ['#B02C40', '#F08C7A'] : ['#2F8391', '#A9DEE5']
    const paths = `<path d="${blade.back}" fill="${back}"/><path d="${blade.fold}" fill="${fold}"/>`
    return `<g transform="rotate(${angle})">${paths}</g>`
  })
  const pin = `<circle r="3.4" fill="${colors.water}"/>`
  return `<g transform="translate(${x} ${y}) scale(${size / 76})">${blades.join('')}${pin}</g>`
}

import { brand } from '@pier/protocol/brand'
import { adjustedBps } from '@pier/protocol/loans/loan-terms'
import { formatMoney, formatRate } from '@pier/protocol/money'
import sharp from 'sharp'
import type { ListingDetails } from '../../api/listings.ts'
import { askedOf } from '../../listings/asked-of.ts'
import { readDomain } from '../../domains/domain-text.ts'
import { canSet, setText, widthOf } from './set-text.server.ts'

const width = 1200
const height = 630
const edge = 80
const nameSizes = [132, 112, 96, 80, 64, 52, 44, 36, 28, 22]
const cardsMax = 200

const colors = { water: '#0B4A57', deep: '#07353F', ink: '#EAF4F4', pale: '#A9DEE5' }

const cards = new Map<string, Promise<Buffer>>()

/** The preview picture of a listing. Each version is drawn once, and the latest are cached. */
export function drawCard(listing: ListingDetails): Promise<Buffer> {
  const key = `${listing.id} ${listing.version}`
  const known = cards.get(key)
  if (known) return known
  const drawn = sharp(Buffer.from(cardSvg(listing)))
    .png({ compressionLevel: 9 })
    .toBuffer()
  drawn.catch(() => cards.delete(key)) // The next request may succeed.
  const [oldest] = cards.keys()
  if (cards.size >= cardsMax && oldest) cards.delete(oldest)
  cards.set(key, drawn)
  return drawn
}

/** Outlines only, no text: nothing a borrower chose is parsed as markup. */
export function cardSvg(listing: ListingDetails): string {
  const asked = askedOf(listing)
  const figures = [
    ['Loan', formatMoney(asked.amountCents, { whole: true })],
    ['Term', asked.termDays === 1 ? '1 day' : `${asked.termDays} days`],
    ['APR', formatRate(asked.rateBps)],
    ['Adjusted', formatRate(adjustedBps(asked))],
  ] as const
  const column = (width - 2 * edge) / figures.length
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${colors.water}"/>`,
    `<rect y="430" width="${width}" height="200" fill="${colors.deep}"/>`,
    mark({ x: edge + 30, y: 96, size: 64 }),
    line({ text: brand.name, face: 'heading', size: 44, x: edge + 76, y: 111, weight: 'bold' }),
    ...nameOutlines(listing),
    ...figures.flatMap(([label, value], at) => [
      line({ text: label, face: 'text', size: 26, x: edge + at * column, y: 506, pale: true }),
      line({
        text: value,
        face: 'heading',
        size: 46,
        x: edge + at * column,
        y: 562,
        weight: 'bold',
      }),
    ]),
    '</svg>',
  ].join('')
}

type LineProps = Omit<Parameters<typeof setText>[0], 'fill'> & { pale?: boolean }

const line = ({ pale, ...placed }: LineProps) =>
  setText({ ...placed, fill: pale ? colors.pale : colors.ink })

/** As large as fits. A name with letters that our font lacks is shown in ASCII. */
function nameOutlines({ unicode, domain }: ListingDetails): string[] {
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

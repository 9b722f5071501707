import { createHash } from 'node:crypto'
import type { Locator } from 'playwright'
import { outlineOf } from './in-page.ts'

/**
 * What a picture shows, without what differs from day to day: its elements, and its text with
 * figures, dates, codes and invented names taken out. Style is not part of it.
 */
export async function fingerprintOf(element: Locator): Promise<string> {
  const outline = await element.evaluate(outlineOf)
  return createHash('sha256').update(plain(outline)).digest('hex').slice(0, 16)
}

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const longMonths =
  'January|February|March|April|May|June|July|August|September|October|November|December'
const day = String.raw`\d{1,2} (?:${longMonths}|${months})\b(?: \d{4})?`

/** The same for the same screen on another day and in another world. */
export const plain = (text: string): string =>
  text
    .replaceAll(/token=\w+/g, '<token>')
    .replaceAll(/\bLN-[0-9A-Z]+/g, '<loan>')
    .replaceAll(/\b[a-z]+-\d{5}\b/g, '<person>') // A handle, such as kelp-23876.
    .replaceAll(new RegExp(day, 'g'), '<day>')
    .replaceAll(/\b[0-9a-f]{4,}…[0-9a-f]{4,}\b/g, '<hash>')
    .replaceAll(/\b(?=[0-9a-f]*\d)[0-9a-f]{6,}\b/g, '<hash>')
    .replaceAll(/[$€]?\d[\d,.:]*%?/g, '#')
    .replaceAll(/# (?:d|h|min|s|days?|hours?|minutes?)\b(?: # (?:h|min|s)\b)*/g, '<time>')

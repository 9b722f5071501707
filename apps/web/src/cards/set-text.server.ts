import { create, type Font } from 'fontkit'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

type Face = 'heading' | 'text'
type Line = { text: string; face: Face; size: number }
type Placed = Line & { x: number; y: number; fill: string; weight?: 'bold' | 'plain' }

const files: Record<Face, string> = {
  heading: '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2',
  text: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
}
const fonts = new Map<Face, Font>()

/** Whether our fonts have every letter of it. They have Latin letters only. */
export const canSet = (text: string, face: Face): boolean =>
  [...text].every((letter) => fontOf(face).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))

export function widthOf({ text, face, size }: Line): number {
  const font = fontOf(face)
  return (font.layout(text).advanceWidth * size) / font.unitsPerEm
}

/**
 * A line as outlines, so that the picture is the same everywhere. Only one weight of the font files
 * can be read here; bold is that weight with a stroke.
 */
export function setText({ text, face, size, x, y, fill, weight = 'plain' }: Placed): string {
  const font = fontOf(face)
  const scale = size / font.unitsPerEm
  const edge = weight === 'bold' ? ` stroke="${fill}" stroke-width="${font.unitsPerEm / 26}"` : ''
  const { glyphs, positions } = font.layout(text, ['kern'])
  let at = 0
  const outlines = glyphs.map((glyph, index) => {
    const path = `<path transform="translate(${at} 0)" d="${glyph.path.toSVG()}"/>`
    at += positions[index]?.xAdvance ?? glyph.advanceWidth
    return path
  })
  const place = `translate(${x} ${y}) scale(${scale} ${-scale})`
  return `<g transform="${place}" fill="${fill}"${edge}>${outlines.join('')}</g>`
}

function fontOf(face: Face): Font {
  const known = fonts.get(face)
  if (known) return known
  const font = create(readFileSync(createRequire(import.meta.url).resolve(files[face])))
  if (!('layout' in font)) throw new Error(`${files[face]} holds several faces`)
  fonts.set(face, font)
  return font
}

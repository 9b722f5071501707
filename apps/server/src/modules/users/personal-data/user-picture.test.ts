import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { flatPng } from '../../../../test/bombs/png.ts'
import { encodePicture as encode, pictureDataUrl } from './user-picture.ts'
import { PictureRefused } from '../../../platform/pictures/pictures.ts'

const mara = { id: 'mara', signal: new AbortController().signal }
const encodePicture = (url: string) => encode(url, mara, async () => {})

const dataUrl = (type: string, bytes: Buffer) =>
  `data:image/${type};base64,${bytes.toString('base64')}`
const plainPicture = (width = 600, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#0B4A57' } })
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

test.each(['jpeg', 'png', 'gif'] as const)('a %s becomes a square WebP of 400', async (type) => {
  const source = await plainPicture().toFormat(type).toBuffer()

  const picture = await encodePicture(dataUrl(type, source))

  const { format, width, height, pages } = await sharp(picture).metadata()
  expect({ format, width, height, pages }).toMatchObject({
    format: 'webp',
    width: 400,
    height: 400,
  })
  expect(pages ?? 1).toBe(1)
  expect(pictureDataUrl(picture)).toBe(`data:image/webp;base64,${picture.toString('base64')}`)
})

test('the place where a photo was taken does not survive', async () => {
  const gps = { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' }
  const exif = { IFD0: { Artist: 'Mara Lindqvist' }, IFD3: gps }
  const source = await plainPicture().withExif(exif).withIccProfile('p3').jpeg().toBuffer()
  expect((await sharp(source).metadata()).exif?.includes('Mara Lindqvist')).toBe(true)

  const picture = await encodePicture(dataUrl('jpeg', source))

  const { exif: kept, icc, xmp, iptc } = await sharp(picture).metadata()
  expect([kept, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined])
  expect(picture.includes('Mara')).toBe(false)
  expect(picture.includes('Exif')).toBe(false)
})

test('a photo taken on its side stands upright', async () => {
  const red = { create: { width: 300, height: 600, channels: 3, background: '#ff0000' } } as const
  const leftHalfRed = plainPicture(600, 600).composite([{ input: red, left: 0, top: 0 }])
  const source = await leftHalfRed.withMetadata({ orientation: 6 }).jpeg().toBuffer()

  const picture = await encodePicture(dataUrl('jpeg', source))

  const rednessAt = async (left: number, top: number) =>
    (await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())[0] ?? 0
  expect(await rednessAt(390, 20)).toBeGreaterThan(200) // The left half is now the upper half.
  expect(await rednessAt(10, 380)).toBeLessThan(60)
})

test('the label does not matter if the bytes are a picture we take', async () => {
  const png = await plainPicture().png().toBuffer()

  await expect(encodePicture(dataUrl('jpeg', png))).resolves.toBeInstanceOf(Buffer)
})

test('a page hidden behind a picture is gone', async () => {
  const script = Buffer.from('<script>alert(1)</script>')
  const source = Buffer.concat([await plainPicture().jpeg().toBuffer(), script])

  const picture = await encodePicture(dataUrl('jpeg', source))

  expect(picture.includes('<script>')).toBe(false)
})

test('the worst picture stays below 200 kB', async () => {
  const source = await noise(400, 400).png().toBuffer()

  const picture = await encodePicture(dataUrl('png', source))

  expect(picture.length).toBeLessThanOrEqual(200_000)
})

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')
const page = Buffer.from('<!doctype html><script>alert(1)</script>')
const png = await plainPicture().png().toBuffer()
const base64 = png.toString('base64')

test.each([
  ['an SVG', `data:image/svg+xml;base64,${svg.toString('base64')}`],
  ['an SVG that says it is a PNG', dataUrl('png', svg)],
  ['a page', `data:text/html;base64,${page.toString('base64')}`],
  ['a page that says it is a GIF', dataUrl('gif', page)],
  ['a page that begins like a GIF', dataUrl('gif', Buffer.concat([Buffer.from('GIF89a'), page]))],
  ['a WebP', dataUrl('webp', await plainPicture().webp().toBuffer())],
  ['a WebP that says it is a JPEG', dataUrl('jpeg', await plainPicture().webp().toBuffer())],
  ['a TIFF that says it is a PNG', dataUrl('png', await plainPicture().tiff().toBuffer())],
  ['a second type in the label', `data:image/png;charset=x;base64,${base64}`],
  ['base64 with a line break', `data:image/png;base64,${base64.slice(0, 8)}\n${base64.slice(8)}`],
  ['base64 with a line break at its end', `data:image/png;base64,${base64}\n`],
  ['base64 of the other alphabet', `data:image/png;base64,${base64}-_`],
  ['base64 cut in a group', `data:image/png;base64,${base64.slice(0, -1)}`],
  ['nothing', 'data:image/png;base64,'],
  ['no data URL', 'https://example.com/me.png'],
  ['half a PNG', dataUrl('png', png.subarray(0, png.length >> 1))],
  ['more than we read', `data:image/png;base64,${'A'.repeat(1_000_000)}`],
])('%s is refused', async (_name, url) => {
  await expect(encodePicture(url)).rejects.toThrow(PictureRefused)
})

test.each(['jpeg', 'png', 'gif'] as const)('a %s cut short is refused', async (type) => {
  const source = await noise(300, 300).toFormat(type).toBuffer()

  const cut = encodePicture(dataUrl(type, source.subarray(0, Math.floor(source.length * 0.6))))

  await expect(cut).rejects.toThrow(PictureRefused)
})

test('a PNG of 256 megapixels in a few kilobytes is too large, in words', async () => {
  const bomb = dataUrl('png', flatPng({ width: 16_000, height: 16_000, bits: 1, channels: 1 }))
  expect(bomb.length).toBeLessThan(100_000)

  await expect(encodePicture(bomb)).rejects.toMatchObject({ code: 'picture_too_large' })
})

test('of a GIF with 2,000 frames only the first is drawn', async () => {
  const [width, height, frames] = [8, 8, 2000]
  const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const
  const blackOrWhite = Buffer.from(randomBytes(width * height * frames).map((n) => (n % 2) * 255))
  const pixels = Buffer.from([...blackOrWhite].flatMap((level) => [level, level, level]))
  const source = await sharp(pixels, { raw }).gif({ colours: 2, reuse: true }).toBuffer()
  expect((await sharp(source).metadata()).pages).toBe(frames)

  const picture = await encodePicture(dataUrl('gif', source))

  expect((await sharp(picture).metadata()).pages ?? 1).toBe(1)
})

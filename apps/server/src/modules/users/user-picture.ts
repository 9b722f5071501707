/**
 * Makes a picture of a stranger fit to show. What a user uploads is never kept: it is decoded under
 * limits and drawn again, so that nothing but the pixels of one frame survives.
 */
import { limits } from '@pier/protocol/limits'
import sharp from 'sharp'

export class PictureRefused extends Error {
  override name = 'PictureRefused'
}

/** A square WebP of the first frame, upright, without metadata. */
export async function encodePicture(dataUrl: string): Promise<Buffer> {
  const source = decodeDataUrl(dataUrl)
  const { format } = await readable(sharp(source, inputLimits).metadata())
  if (!acceptedFormats.has(format)) throw new PictureRefused(`The format is ${format}`)

  for (const quality of [82, 60, 40]) {
    const webp = await readable(drawSquare(source, quality))
    if (webp.length <= outputBytesMax) return webp
  }
  throw new PictureRefused('The picture stays too large')
}

export function pictureDataUrl(webp: Buffer): string {
  return `data:image/webp;base64,${webp.toString('base64')}`
}

const acceptedFormats = new Set<string>(['jpeg', 'png', 'gif'])
const inputLimits = { limitInputPixels: 4_000_000, failOn: 'warning', pages: 1 } as const
const outputBytesMax = 200_000
const timeoutSeconds = 5

// One thread a picture, so that uploads cannot take every core. Of libvips' many decoders only
// these may run; WebP is among them for reading our own pictures back.
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
})

function decodeDataUrl(dataUrl: string): Buffer {
  if (dataUrl.length > limits.pictureDataUrlLengthMax) throw new PictureRefused('Too long')
  const base64 = /^data:image\/(?:jpeg|png|gif);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl)?.[1]
  if (base64 === undefined) throw new PictureRefused('Not a data URL of a JPEG, PNG or GIF')

  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64) throw new PictureRefused('Not canonical base64')
  return bytes
}

function drawSquare(source: Buffer, quality: number): Promise<Buffer> {
  return sharp(source, inputLimits)
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize(limits.pictureSidePixels, limits.pictureSidePixels, { fit: 'cover' })
    .webp({ quality })
    .toBuffer()
}

/** Whatever the decoder does not like is the fault of the picture. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new PictureRefused('The picture cannot be read', { cause })
  }
}

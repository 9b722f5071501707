/**
 * Makes an uploaded picture safe to show. The upload itself is never stored: it is decoded under
 * limits and drawn again, so that only the pixels of one frame survive.
 */
import { limits } from '@pier/protocol/limits'
import { openPicture, PictureRefused, type Asker } from '../../../platform/pictures/pictures.ts'
import type { PictureTask } from '../../../platform/pictures/picture-task.ts'
import type { FileScan } from '../../../providers/scan/file-scan.ts'

/** A square WebP of the first frame, upright, without metadata. */
export async function encodePicture(
  dataUrl: string,
  asker: Asker,
  scanFile: FileScan,
): Promise<Buffer> {
  const task: PictureTask = {
    formats: ['jpeg', 'png', 'gif'],
    pixelsMax: 4_000_000,
    failOn: 'warning',
    draw: { side: limits.pictureSidePixels, bytesMax: 200_000 },
  }
  const upload = decodeDataUrl(dataUrl)
  const picture = await openPicture(upload, task, asker)
  await scanFile(upload)
  return picture
}

export function pictureDataUrl(webp: Buffer): string {
  return `data:image/webp;base64,${webp.toString('base64')}`
}

function decodeDataUrl(dataUrl: string): Buffer {
  if (dataUrl.length > limits.pictureDataUrlLengthMax) throw new PictureRefused('Too long')
  const base64 = /^data:image\/(?:jpeg|png|gif);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl)?.[1]
  if (base64 === undefined) throw new PictureRefused('Not a data URL of a JPEG, PNG or GIF')

  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64) throw new PictureRefused('Not canonical base64')
  return bytes
}

import { errors } from '@pier/protocol/errors'

export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif']

/** Large enough to zoom into, small enough for a phone to move about. */
const sideMax = 1600

/** Opens a picture of any size and returns the URL of a scaled-down copy. */
export async function openPicture(file: File): Promise<string> {
  if (!pictureTypes.includes(file.type)) throw new Error(errors.picture_refused.message)
  // Applies the camera's rotation. A file that is not really a picture fails here.
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(errors.picture_refused.message)
  })
  const { width, height } = fitWithin(bitmap, sideMax)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png'
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, type, 0.92)
  })
  if (!blob) throw new Error(errors.picture_refused.message)
  return URL.createObjectURL(blob)
}

type Size = { width: number; height: number }

export function fitWithin({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

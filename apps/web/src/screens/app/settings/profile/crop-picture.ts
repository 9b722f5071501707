import { limits } from '@pier/protocol/limits'

export type CropArea = { x: number; y: number; width: number; height: number }

const lengthMax = 700_000
const side = limits.pictureSidePixels

/** The chosen square as a data URL: PNG, or JPEG on white where PNG would be too long. */
export async function cropPicture(url: string, area: CropArea): Promise<string> {
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const draw = canvas.getContext('2d')
  if (!draw) throw new Error('The browser gives no canvas')
  draw.imageSmoothingQuality = 'high'
  draw.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side)
  const png = canvas.toDataURL('image/png')
  if (png.length <= lengthMax) return png

  draw.globalCompositeOperation = 'destination-over'
  draw.fillStyle = '#fff'
  draw.fillRect(0, 0, side, side)
  return canvas.toDataURL('image/jpeg', 0.9)
}

/** A picture of one colour. */
export const plainPicture = (width: number, height: number, type = 'image/png') =>
  pictureOf({ width, height, type }, (draw) => {
    draw.fillStyle = '#6e6e6e'
    draw.fillRect(0, 0, width, height)
  })

const randomBytesMax = 65_536

/** A picture that no compression makes smaller: three bytes a pixel. */
export const noisyPicture = (width: number, height: number) =>
  pictureOf({ width, height, type: 'image/png' }, (draw) => {
    const noise = draw.createImageData(width, height)
    for (let at = 0; at < noise.data.length; at += randomBytesMax)
      crypto.getRandomValues(noise.data.subarray(at, at + randomBytesMax))
    for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255 // Opaque.
    draw.putImageData(noise, 0, 0)
  })

type Form = { width: number; height: number; type: string }

async function pictureOf({ width, height, type }: Form, fill: (draw: Draw) => void) {
  const canvas = new OffscreenCanvas(width, height)
  const draw = canvas.getContext('2d')
  if (!draw) throw new Error('The browser gives no canvas')
  fill(draw)
  return canvas.convertToBlob({ type })
}

type Draw = OffscreenCanvasRenderingContext2D

/** Eight by eight, one colour; a canvas cannot write GIF. */
export const smallGif = new Blob(
  [
    Uint8Array.from(
      atob('R0lGODlhCAAIAIAAAExpcW4UIyH5BAUAAAAALAAAAAAIAAgAAAIHjI+py+1dAAA7'),
      (letter) => letter.charCodeAt(0),
    ),
  ],
  { type: 'image/gif' },
)

/** Width and height of the picture at this address. */
export async function sizeOf(url: string | null | undefined) {
  const image = new Image()
  image.src = url ?? ''
  await image.decode()
  return [image.naturalWidth, image.naturalHeight]
}

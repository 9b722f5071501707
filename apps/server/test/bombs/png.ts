/** PNGs made by hand, so that a few bytes can claim to be a large picture. */
import { constants, crc32, deflateRawSync } from 'node:zlib'

type Shape = {
  width: number
  height: number
  /** 1 to 16 bits for each of 1 (grey) or 4 (RGBA) channels. */
  bits?: number
  channels?: 1 | 4
  interlaced?: boolean
  /** Chunks in front of the pixels. */
  before?: Buffer[]
  /** The number of rows present, if not all of them. */
  rows?: number
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** One colour, compressed a thousand to one. */
export function flatPng(shape: Shape): Buffer {
  const { width, height, bits = 8, channels = 4, interlaced = false, before = [] } = shape
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, channels === 1 ? 0 : 6, 0, 0, interlaced ? 1 : 0], 8)
  const rowBytes = (pixels: number) => 1 + Math.ceil((pixels * bits * channels) / 8)
  const length = interlaced
    ? passes
        .map(({ x, y, dx, dy }) => [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)])
        .reduce((sum, [across = 0, down = 0]) => sum + rowBytes(across) * down, 0)
    : rowBytes(width) * (shape.rows ?? height)
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    ...before,
    pngChunk('IDAT', deflatedZeros(length)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The Adam7 passes: where each begins, and the distance between its pixels. */
const passes = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
]

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A profile or a text that decompresses to this many zeros. */
export const packedChunk = (type: 'iCCP' | 'zTXt', length: number): Buffer =>
  pngChunk(type, Buffer.concat([Buffer.from('name\0\0'), deflatedZeros(length)]))

/** In zlib format. One compressed piece is repeated, so the zeros are never all in memory. */
export function deflatedZeros(length: number): Buffer {
  const sum = Buffer.alloc(4)
  sum.writeUInt16BE(length % 65_521, 0) // Adler-32 of nothing but zeros.
  sum.writeUInt16BE(1, 2)
  return Buffer.concat([Buffer.from('789c', 'hex'), rawDeflatedZeros(length), sum])
}

export function rawDeflatedZeros(length: number): Buffer {
  const rest = deflateRawSync(Buffer.alloc(length % piece))
  return Buffer.concat([...Array.from({ length: Math.floor(length / piece) }, () => packed), rest])
}

const piece = 1 << 20
const packed = deflateRawSync(Buffer.alloc(piece), { finishFlush: constants.Z_FULL_FLUSH })

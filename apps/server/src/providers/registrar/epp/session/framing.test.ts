import { expect, test } from 'vitest'
import { createFrameReader, encodeFrame, frameBytesMax } from './framing.ts'

const texts = ['<a/>', '<b>ü€😀</b>', '<c></c>']
const stream = Buffer.concat(texts.map(encodeFrame))

function header(length: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

test('the length counts bytes, its own four included', () => {
  expect(encodeFrame('<é/>').readUInt32BE()).toBe(4 + 5)
})

test('frames come out whole, one byte at a time', () => {
  const reader = createFrameReader()
  const read = [...stream].flatMap((byte) => reader.push(Buffer.from([byte])))

  expect(read).toEqual(texts)
  expect(() => reader.end()).not.toThrow()
})

test('many frames in one piece come out one by one', () => {
  expect(createFrameReader().push(stream)).toEqual(texts)
})

test('every way to cut the stream in three gives the same frames', () => {
  for (let first = 0; first <= stream.length; first += 1) {
    for (let second = first; second <= stream.length; second += 3) {
      const reader = createFrameReader()
      const pieces = [
        stream.subarray(0, first),
        stream.subarray(first, second),
        stream.subarray(second),
      ]
      expect(pieces.flatMap((piece) => reader.push(piece))).toEqual(texts)
    }
  }
})

test.for([0, 3, 4, frameBytesMax + 1, 2 ** 31, 2 ** 32 - 1])(
  'a length of %i is refused',
  (length) => {
    expect(() => createFrameReader().push(header(length))).toThrow(`${length} bytes`)
  },
)

test('a frame of the greatest length is read', () => {
  const body = Buffer.alloc(frameBytesMax - 4, 'x')
  const [frame] = createFrameReader().push(Buffer.concat([header(frameBytesMax), body]))

  expect(frame).toHaveLength(frameBytesMax - 4)
  expect(() => encodeFrame('x'.repeat(frameBytesMax))).toThrow('too long')
})

test('an end inside a frame is an error', () => {
  const reader = createFrameReader()
  reader.push(stream.subarray(0, 6))

  expect(() => reader.end()).toThrow('6 bytes into a frame')
})

test('what is not UTF-8 is refused', () => {
  const frame = Buffer.concat([header(6), Buffer.from([0xc3, 0x28])])

  expect(() => createFrameReader().push(frame)).toThrow('not UTF-8')
})

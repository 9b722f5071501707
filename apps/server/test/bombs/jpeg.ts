/** JPEGs of one grey, made by hand: every code is a single zero bit, so a block is a bit or two. */

type Size = { width: number; height: number }

/** Two bits for eight by eight pixels: the difference to the block before, and the end of it. */
export function flatJpeg(size: Size): Buffer {
  const codes = Buffer.alloc(Math.ceil(blocksOf(size) / 4))
  return jpeg(0xc0, size, [scan({ from: 0, to: 63 }), codes])
}

/**
 * First all blocks coarsely, then the finer detail over and over: each of these scans is a hundred
 * bytes and walks over all blocks, which stay in memory meanwhile.
 */
export function progressiveJpeg({ scans, ...size }: Size & { scans: number }): Buffer {
  const coarse = [scan({ from: 0, to: 0 }), Buffer.alloc(Math.ceil(blocksOf(size) / 8))]
  const runs = Math.ceil(blocksOf(size) / 16_384) // "Nothing in the next 16,384 blocks", 15 bits.
  const fine = [scan({ from: 1, to: 63 }), Buffer.alloc(Math.ceil((runs * 15) / 8))]
  return jpeg(0xc2, size, [...coarse, ...Array.from({ length: scans }, () => fine).flat()])
}

const blocksOf = ({ width, height }: Size) => Math.ceil(width / 8) * Math.ceil(height / 8)

function jpeg(kind: number, { width, height }: Size, scans: Buffer[]): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const oneCode = (table: number, symbol: number) =>
    segment(0xc4, Buffer.from([table, 1, ...Array.from({ length: 15 }, () => 0), symbol]))
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(kind, frame),
    oneCode(0x00, 0),
    oneCode(0x10, kind === 0xc2 ? 0xe0 : 0),
    ...scans,
    Buffer.from('ffd9', 'hex'),
  ])
}

const scan = ({ from, to }: { from: number; to: number }) =>
  segment(0xda, Buffer.from([1, 1, 0, from, to, 0]))

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

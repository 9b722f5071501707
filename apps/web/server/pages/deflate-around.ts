import { constants, createDeflateRaw, type DeflateRaw } from 'node:zlib'

/** What is different in each answer of one page. */
export type Marks = { nonce: string; requestId: string }
/** Where a mark belongs. */
export type Hole = { at: number; length: number; name: keyof Marks }

/** No name, no time, and nothing said about the system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const gzipTailBytes = 8

/**
 * A gzip file in which some places are stored as they are, so that other bytes can be put into them.
 * The tail, with the check sum and the length, is left empty.
 */
export async function deflateAround(bytes: Buffer, holes: Hole[]) {
  const deflate = createDeflateRaw({ level: 6 })
  const parts: Buffer[] = [gzipHead]
  const placed: Hole[] = []
  let length = gzipHead.length
  let from = 0
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  try {
    for (const hole of holes) {
      const end = hole.at + hole.length
      add(await through(deflate, bytes.subarray(from, hole.at)))
      add(storedHead(hole.length))
      placed.push({ ...hole, at: length })
      add(bytes.subarray(hole.at, end))
      // The compressor sees it, too, so that it points back over the right distances.
      await through(deflate, bytes.subarray(hole.at, end))
      from = end
    }
    add(await through(deflate, bytes.subarray(from), constants.Z_FINISH))
  } finally {
    deflate.close()
  }
  add(Buffer.alloc(gzipTailBytes))
  return { bytes: Buffer.concat(parts), holes: placed }
}

/** A block of deflate that is not compressed. It begins at a whole byte, as each flush ends. */
function storedHead(length: number): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(length, 1)
  head.writeUInt16LE(~length & 0xffff, 3)
  return head
}

function through(
  deflate: DeflateRaw,
  bytes: Buffer,
  flush: number = constants.Z_SYNC_FLUSH,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const collect = (part: Buffer) => void parts.push(part)
    const settle = (error?: Error | null) => {
      deflate.off('data', collect)
      deflate.off('error', settle)
      if (error) reject(error)
      else resolve(Buffer.concat(parts))
    }
    deflate.on('data', collect)
    deflate.once('error', settle)
    deflate.write(bytes)
    if (flush === constants.Z_FINISH) {
      deflate.once('end', () => settle())
      deflate.end()
    } else deflate.flush(flush, () => settle())
  })
}

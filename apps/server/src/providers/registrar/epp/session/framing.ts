/** RFC 5734: four bytes with the length of the whole frame, themselves included, then UTF-8. */
const headerBytes = 4
export const frameBytesMax = 1024 * 1024

/** What was received is not EPP; the connection cannot be trusted any further. */
class FrameError extends Error {
  override readonly name = 'FrameError'
}

export function encodeFrame(xml: string): Buffer {
  const body = Buffer.from(xml, 'utf8')
  const length = headerBytes + body.length
  if (length > frameBytesMax) throw new FrameError(`A frame of ${length} bytes is too long to send`)
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32BE(length)
  return Buffer.concat([header, body])
}

/** Takes bytes as they come, in whatever pieces, and gives the whole frames in them. */
export function createFrameReader() {
  let chunks: Buffer[] = []
  let held = 0

  const take = (bytes: number): Buffer => {
    const all = chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks)
    const rest = all.subarray(bytes)
    chunks = rest.length > 0 ? [rest] : []
    held = rest.length
    return all.subarray(0, bytes)
  }
  const peekLength = (): number | null => {
    if (held < headerBytes) return null
    const [first] = chunks
    if (!first || first.length < headerBytes) chunks = [Buffer.concat(chunks)]
    return checkLength(chunks[0]?.readUInt32BE() ?? 0)
  }

  return {
    push(chunk: Buffer): string[] {
      chunks.push(chunk)
      held += chunk.length
      const frames: string[] = []
      for (let length = peekLength(); length !== null && held >= length; length = peekLength()) {
        frames.push(decode(take(length).subarray(headerBytes)))
      }
      return frames
    },
    /** To be called when the other side has closed: half a frame is an error, not an end. */
    end(): void {
      if (held > 0) throw new FrameError(`The connection ended ${held} bytes into a frame`)
    },
  }
}

function checkLength(length: number): number {
  if (length <= headerBytes || length > frameBytesMax) {
    throw new FrameError(`A frame cannot be ${length} bytes long`)
  }
  return length
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new FrameError('A frame is not UTF-8', { cause: error })
  }
}

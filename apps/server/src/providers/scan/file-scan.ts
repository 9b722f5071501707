import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { AppError } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config.ts'

/** The harmless file that every scanner takes for a virus. In two parts, lest one takes this for it. */
export const eicar = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR',
  '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('')

/** Throws where the file must not be kept. */
export type FileScan = (file: Buffer) => Promise<void>

/**
 * Without a scanner every file passes. With one, no file passes that it has not seen. With the wait
 * for a picture, the time-out stays within what a proxy waits for an answer.
 */
export function createFileScan(
  { clamav }: Pick<Config, 'clamav'>,
  { timeoutMs = 15_000 } = {},
): FileScan {
  if (!clamav) return async () => {}
  return async (file) => {
    const socket = connect({ ...clamav, signal: AbortSignal.timeout(timeoutMs) })
    const verdict = await askClamd(socket, file).catch((cause: unknown) => {
      throw scannerAway(cause)
    })
    if (verdict === 'stream: OK') return
    if (verdict.endsWith(' FOUND')) throw new AppError('file_unsafe')
    throw scannerAway(new Error(`clamd answers "${verdict}"`)) // Its StreamMaxLength, for one.
  }
}

const scannerAway = (cause: unknown) => Object.assign(new AppError('scan_unavailable'), { cause })

/** The command INSTREAM: parts, each after its length, until one of length 0. */
async function askClamd(socket: Socket, file: Buffer): Promise<string> {
  try {
    const answer = text(socket)
    socket.write('zINSTREAM\0')
    socket.write(lengthOf(file))
    socket.write(file)
    socket.write(lengthOf(Buffer.alloc(0)))
    return (await answer).replace(/\0$/, '')
  } finally {
    socket.destroy()
  }
}

function lengthOf(part: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(part.length)
  return length
}

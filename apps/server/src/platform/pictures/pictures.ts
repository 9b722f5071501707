/**
 * Untrusted pictures are opened one at a time, in a process of their own with limits on pixels,
 * memory and time, that is killed if it takes too long: a hundred bytes can expand to a gigabyte.
 * So no picture takes the threads that hash passwords, nor the memory of everybody else.
 */
import { AppError, invariant } from '../app-error.ts'
import { runPicture, type PictureRun } from './picture-process.ts'
import { exits, type PictureTask } from './picture-task.ts'
import { createTurns, type Asker } from './turns.ts'

export type { Asker } from './turns.ts'

/** It is not a picture that we accept, or it is broken. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
}

/** Waiting uploads are held in memory: at most 16 files. */
const inTurn = createTurns({ waitingMax: 16, perAskerMax: 2, waitMs: 20_000 })

/** Gives what was drawn, or nothing where it was only read. */
export function openPicture(bytes: Buffer, task: PictureTask, asker: Asker): Promise<Buffer> {
  return inTurn(asker, async () => {
    const run = await runPicture(bytes, task, asker.signal).catch((cause: unknown) => {
      throw Object.assign(new AppError('unavailable'), { cause }) // No process could be started.
    })
    if (asker.signal.aborted) throw new AppError('unavailable')
    return outputOf(run)
  })
}

function outputOf({ code, output, complaint }: PictureRun): Buffer {
  if (code === exits.unreadable) throw new PictureRefused('It cannot be read')
  if (code === exits.tooLarge || code === null) throw new AppError('picture_too_large')
  invariant(code === 0, `the program that opens pictures ended with ${code}: ${complaint}`)
  return output
}

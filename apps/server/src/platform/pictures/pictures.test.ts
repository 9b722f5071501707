import { spawn } from 'node:child_process'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { progressiveJpeg } from '../../../test/bombs/jpeg.ts'
import {
  environmentOf,
  groupOf,
  listPictureProcesses,
} from '../../../test/bombs/picture-processes.ts'
import { flatPng } from '../../../test/bombs/png.ts'
import { openPicture } from './pictures.ts'
import type { PictureTask } from './picture-task.ts'

/** As an exhibit is read. */
const task: PictureTask = { formats: ['jpeg', 'png'], pixelsMax: 65_000_000, failOn: 'error' }
const mara = { id: 'mara', signal: new AbortController().signal }
/** Walks over a million blocks for each of its four thousand scans: minutes, if it is let. */
const slow = progressiveJpeg({ width: 8000, height: 8000, scans: 4000 })
const pictureIsOpened = async () => {
  await expect.poll(() => listPictureProcesses().length).toBe(1)
}

test.each([
  { width: 4032, height: 3024, progressive: false },
  { width: 4032, height: 3024, progressive: true },
  { width: 8160, height: 6120, progressive: false },
  { width: 8160, height: 6120, progressive: true },
  { width: 9280, height: 6944, progressive: true },
])(
  'a photo of a telephone is read: $width by $height, progressive $progressive',
  async ({ width, height, progressive }) => {
    const photo = await sharp({ create: { width, height, channels: 3, background: '#0B4A57' } })
      .jpeg({ progressive, chromaSubsampling: '4:4:4' })
      .toBuffer()

    await expect(openPicture(photo, task, mara)).resolves.toEqual(Buffer.alloc(0))
  },
)

test('what takes too long is killed, and refused in words', async () => {
  await expect(openPicture(slow, task, mara)).rejects.toMatchObject({ code: 'picture_too_large' })

  expect(listPictureProcesses()).toEqual([])
})

test('what takes too much memory is refused in words, however many pixels it may have', async () => {
  const all = flatPng({ width: 11_000, height: 11_000, bits: 16, interlaced: true })

  const opened = openPicture(all, { ...task, pixelsMax: 1_000_000_000 }, mara)

  await expect(opened).rejects.toMatchObject({ code: 'picture_too_large' })
})

test('when the client disconnects, the picture process is killed with its group', async () => {
  const gone = new AbortController()
  const opened = openPicture(slow, task, { id: 'mara', signal: gone.signal })
  opened.catch(() => {})
  await pictureIsOpened()
  const [pid = 0] = listPictureProcesses()
  expect(groupOf(pid)).toBe(pid)

  const startedAt = performance.now()
  gone.abort()

  await expect(opened).rejects.toMatchObject({ code: 'unavailable' })
  expect(performance.now() - startedAt).toBeLessThan(3000) // It had minutes to go.
  expect(listPictureProcesses()).toEqual([])
})

test('the process knows none of our secrets', async () => {
  vi.stubEnv('DATA_KEYS', 'secret')
  const gone = new AbortController()
  const opened = openPicture(slow, task, { id: 'mara', signal: gone.signal }).catch(() => {})
  await pictureIsOpened()

  const names = environmentOf(listPictureProcesses()[0] ?? 0)
  gone.abort()
  await opened
  vi.unstubAllEnvs()

  expect(names.toSorted()).toEqual(['PATH', 'UV_THREADPOOL_SIZE'])
})

test('a server that ends takes the process along', async () => {
  const program = `
    import { openPicture } from '${join(import.meta.dirname, 'pictures.ts')}'
    import { progressiveJpeg } from '${join(import.meta.dirname, '../../../test/bombs/jpeg.ts')}'
    process.once('SIGTERM', () => process.exit(1))
    const slow = progressiveJpeg({ width: 8000, height: 8000, scans: 4000 })
    await openPicture(slow, ${JSON.stringify(task)}, { id: 'a', signal: new AbortController().signal })`
  const server = spawn(process.execPath, ['--input-type=module', '-e', program])
  await expect.poll(() => listPictureProcesses(server.pid).length).toBe(1)
  const [pid = 0] = listPictureProcesses(server.pid)

  server.kill('SIGTERM')

  await expect.poll(() => isThere(pid), { timeout: 3000 }).toBe(false) // It would run longer.
})

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

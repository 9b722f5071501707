/** Runs the program that opens a picture, under limits that it cannot lift, and makes sure it ends. */
import { spawn, type ChildProcess } from 'node:child_process'
import { extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { wallMs, type PictureTask } from './picture-task.ts'

/**
 * V8 alone maps about 600 MB that it never fills, and the limit counts them. A progressive JPEG has
 * all its coefficients in memory at once, six bytes a pixel: 390 MB for a phone's photo.
 */
const memoryMegabytes = 600 + 600
const cpuSeconds = 6
/** More than a drawn square has. What we take from that process is bounded as well. */
const outputBytesMax = 1024 * 1024
const complaintBytesMax = 2000

const script = join(import.meta.dirname, `picture-child${extname(import.meta.filename)}`)
/** The shell sets the limits, then execs the process they apply to. No core dump is left. */
const limited = [
  'ulimit -c 0',
  `ulimit -d ${memoryMegabytes * 1024}`,
  `ulimit -t ${cpuSeconds}`,
  'exec nice -n 10 "$0" "$@"',
].join(' && ')
/** Nothing of ours that it could leak. */
const env = { PATH: '/usr/local/bin:/usr/bin:/bin', UV_THREADPOOL_SIZE: '1' }

const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach(kill))

export type PictureRun = { code: number | null; output: Buffer; complaint: string }

/** `code` is null when it was killed: by a limit, by the clock or by the signal. */
export async function runPicture(
  bytes: Buffer,
  task: PictureTask,
  signal: AbortSignal,
): Promise<PictureRun> {
  const node = [process.execPath, '--max-old-space-size=64', script, JSON.stringify(task)]
  const child = spawn('/bin/sh', ['-c', limited, ...node], {
    stdio: 'pipe',
    cwd: '/',
    env,
    detached: true, // Its own group, to be killed as a whole.
  })
  const stop = () => kill(child)
  const timer = setTimeout(stop, wallMs)
  signal.addEventListener('abort', stop)
  running.add(child)
  try {
    const output = collect(child.stdout, outputBytesMax, stop)
    const complaint = collect(child.stderr, complaintBytesMax, () => {})
    const ended = waitForEnd(child)
    child.stdin.on('error', () => {}) // It may end before it has read everything.
    child.stdin.end(bytes)
    const code = await ended
    return { code, output: output(), complaint: complaint().toString() }
  } finally {
    running.delete(child)
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

const waitForEnd = (child: ChildProcess) =>
  new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })

function kill({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Keeps at most `bytesMax`. The rest is dropped, so that the writer is not blocked. */
function collect(stream: Readable, bytesMax: number, onTooMuch: () => void): () => Buffer {
  const chunks: Buffer[] = []
  let length = 0
  stream.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= bytesMax) chunks.push(chunk)
    else onTooMuch()
  })
  return () => Buffer.concat(chunks)
}

/**
 * Passwords are hashed in threads of their own, at most four and one less than processors: whoever
 * reads meanwhile has one left. The threads that Node shares between files, names and keys stay free.
 */
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { hashSync, verifySync, type Options } from '@node-rs/argon2'
import { AppError } from '../../../platform/app-error.ts'

/** A hash takes 64 MiB. A container whose memory is limited may still see all processors. */
const hashesMost = 4
export const hashesAtOnce = Math.max(1, Math.min(hashesMost, availableParallelism() - 1))
export const waitingMax = 64
/** A connection is given up when nothing has been answered for ten seconds. */
const waitMsMax = 7000

export type HashTask = { password: string } & ({ cost: Options } | { hash: string })
type Answer = { result: string | boolean } | { error: string }
type Waiting = {
  since: number
  task: HashTask
  resolve: (result: string | boolean) => void
  reject: (error: Error) => void
}

type Thread = { worker: Worker; doing: Waiting | undefined }

const idle: Thread[] = []
const waiting: Waiting[] = []
let threads = 0

/** Waits for its turn. Too many that wait are a flood, and are told to come back. */
export function inHashingThread(task: HashTask): Promise<string | boolean> {
  return new Promise((resolve, reject) => {
    const isBusy = idle.length === 0 && threads >= hashesAtOnce
    if (isBusy && waiting.length >= waitingMax) return reject(new AppError('unavailable'))
    waiting.push({ since: performance.now(), task, resolve, reject })
    takeNext()
  })
}

function takeNext(): void {
  refuseOverdue()
  if (waiting.length === 0) return
  const thread = idle.pop() ?? (threads < hashesAtOnce ? startThread() : undefined)
  if (!thread) return
  thread.doing = waiting.shift()
  thread.worker.ref()
  thread.worker.postMessage(thread.doing?.task, [])
}

/** On a slow machine a full queue takes too long: nobody is there any more to be told the result. */
function refuseOverdue(): void {
  const oldest = performance.now() - waitMsMax
  while ((waiting[0]?.since ?? Infinity) < oldest)
    waiting.shift()?.reject(new AppError('unavailable'))
}

const mark = 'hashes passwords'

const isAnswer = (message: Answer | object): message is Answer =>
  'result' in message || 'error' in message

function startThread(): Thread {
  const worker = new Worker(import.meta.filename, { workerData: mark })
  const thread: Thread = { worker, doing: undefined }
  threads += 1
  worker.on('message', (answer: Answer | object) => {
    if (!isAnswer(answer)) return // Of Node itself: under `--watch` it tells what a thread imports.
    const done = thread.doing
    thread.doing = undefined
    worker.unref() // A process that has nothing else to do may end.
    idle.push(thread)
    if ('error' in answer) done?.reject(new Error(answer.error))
    else done?.resolve(answer.result)
    takeNext()
  })
  worker.on('error', (error) => {
    thread.doing?.reject(error) // Its exit follows.
  })
  worker.on('exit', () => {
    threads -= 1
    thread.doing?.reject(new Error('A hashing thread has ended'))
    const place = idle.indexOf(thread)
    if (place >= 0) idle.splice(place, 1)
    takeNext()
  })
  return thread
}

if (!isMainThread && workerData === mark) {
  parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(answerTo(task), []))
}

function answerTo(task: HashTask): Answer {
  try {
    if ('cost' in task) return { result: hashSync(task.password, task.cost) }
    return { result: verifySync(task.hash, task.password) }
  } catch (error) {
    return { error: String(error) }
  }
}

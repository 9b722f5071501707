/**
 * What a login cannot do without: checking a password against its hash, by the same library, with the
 * same cost and in as many threads, and nothing else. In a process of its own, so that its CPU time can
 * be told apart.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { hashesAtOnce } from '../../src/modules/users/passwords/hashing-threads.ts'
import { passwordCosts } from '../../src/modules/users/passwords/passwords.ts'
import { cpuSecondsOf } from '../../proofs/shared/process-cost.ts'

/** How many a second, and the CPU seconds of each. */
export async function checkBare(ms: number) {
  const child = fork(import.meta.filename)
  await once(child, 'message') // One is done, so that starting is not counted.
  const pid = child.pid ?? 0
  let count = 0
  child.on('message', () => {
    count += 1
  })
  const startedAt = performance.now()
  const before = cpuSecondsOf(pid)
  await sleep(ms)
  const done = count
  const cpu = cpuSecondsOf(pid) - before
  const seconds = (performance.now() - startedAt) / 1000
  child.kill('SIGKILL')
  await once(child, 'exit')
  return { perSecond: done / seconds, cpu: cpu / done }
}

function checkForever(): void {
  const password = 'seven quiet hens, peppered to the usual length'
  const hash = hashSync(password, passwordCosts.full)
  for (;;) {
    if (!verifySync(hash, password)) throw new Error('A right password was refused')
    parentPort?.postMessage('checked', [])
  }
}

if (!isMainThread) checkForever()
else if (process.argv[1] === import.meta.filename) {
  for (let thread = 0; thread < hashesAtOnce; thread++) {
    new Worker(import.meta.filename).on('message', () => process.send?.('checked'))
  }
}

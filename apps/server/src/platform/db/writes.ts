import { AppError } from '../app-error.ts'
import type { Log } from '../log.ts'

export type Writes = ReturnType<typeof limitWrites>

const patienceMs = 1000
const lookAgainMs = 100
const lineMs = 5000
const askAgainMs = 500

/**
 * With synchronous replication a commit waits until a standby has it, without limit: no time-out of
 * PostgreSQL ends that, and cancelling it would acknowledge what only one machine has. So the caller
 * is told after a moment that we do not know, while the connection goes on waiting. A third of the
 * pool is never lent to writes, so that reads go on. `hasWaitingCommit` asks the database whether that
 * is why, in this process or another: a write that waits for its locks is answered, too, and one that
 * is only slow is not.
 */
export function limitWrites(poolMax: number, log: Log, hasWaitingCommit: () => Promise<boolean>) {
  const stuck = countStuck(log)
  const isStandbyLost = keepAnswer(hasWaitingCommit)
  const gate = openGate(Math.max(1, poolMax - Math.max(1, Math.floor(poolMax / 3))))

  return {
    async run<T>(
      write: () => Promise<T>,
      ifStuck: 'outcome_unknown' | 'saving_paused' = 'outcome_unknown',
    ): Promise<T> {
      await gate.enter(stuck.isAny())
      return new Promise((resolve, reject) => {
        let isAnswered = false
        const look = () => {
          if (!isStandbyLost()) {
            timer = setTimeout(look, lookAgainMs)
            return
          }
          isAnswered = true
          stuck.add()
          gate.refuseLine()
          reject(new AppError(ifStuck))
        }
        let timer = setTimeout(look, patienceMs)
        void write()
          .then(resolve, (error: unknown) => {
            if (!isAnswered) reject(error)
            else if (!(error instanceof AppError)) {
              log.warn({ err: error }, 'what may have been saved was not')
            }
          })
          .finally(() => {
            clearTimeout(timer)
            if (isAnswered) stuck.remove()
            gate.leave()
          })
      })
    },
    /**
     * For the queue, which would forget the jobs that it took if it were answered early. It waits for
     * its turn and for its commit as long as that takes.
     */
    async runPatiently<T>(write: () => Promise<T>): Promise<T> {
      await gate.enterPatiently()
      return write().finally(() => gate.leave())
    },
  }
}

/** The newest answer to a question that is asked while somebody wants to know. */
function keepAnswer(ask: () => Promise<boolean>): () => boolean {
  let isSo = false
  let askedAt = -Infinity
  let answeredAt = -Infinity
  const keep = (answer: boolean) => {
    isSo = answer
    answeredAt = performance.now()
  }
  return () => {
    const now = performance.now()
    if (now - askedAt >= askAgainMs) {
      askedAt = now
      void ask().then(keep, () => keep(false)) // An outage has lines of its own.
    }
    return isSo && now - answeredAt < 2 * askAgainMs
  }
}

/** Lets in so many at once. The others wait in line, but not while commits are stuck. */
function openGate(mostAtOnce: number) {
  const line = new Set<{ go: () => void; refuse: () => void }>()
  let inside = 0
  const hasRoom = () => {
    if (inside >= mostAtOnce) return false
    inside += 1
    return true
  }
  return {
    enter(isStuck: boolean): Promise<void> {
      if (hasRoom()) return Promise.resolve()
      if (isStuck) return Promise.reject(new AppError('saving_paused'))
      return new Promise((resolve, reject) => {
        const leaveLine = (then: () => void) => () => {
          clearTimeout(timer)
          line.delete(place)
          then()
        }
        const refuse = leaveLine(() => reject(new AppError('saving_paused')))
        const place = { go: leaveLine(resolve), refuse }
        const timer = setTimeout(refuse, lineMs)
        line.add(place)
      })
    },
    enterPatiently(): Promise<void> {
      if (hasRoom()) return Promise.resolve()
      return new Promise((resolve) => {
        const go = () => {
          line.delete(place)
          resolve()
        }
        const place = { go, refuse: () => {} }
        line.add(place)
      })
    },
    leave() {
      const [next] = line
      if (next) next.go()
      else inside -= 1
    },
    refuseLine() {
      for (const { refuse } of line) refuse()
    },
  }
}

/** The writes that were answered before they ended: one line for the first, one after the last. */
function countStuck(log: Log) {
  let count = 0
  let since = 0
  return {
    isAny: () => count > 0,
    add() {
      count += 1
      if (count > 1) return
      since = performance.now()
      log.warn('the database answers no commit: its synchronous standbys are lost')
    },
    remove() {
      count -= 1
      if (count > 0) return
      const seconds = Math.round((performance.now() - since) / 1000)
      log.info({ seconds }, 'the database answers commits again')
    },
  }
}

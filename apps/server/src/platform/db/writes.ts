import { AppError } from '../app-error.ts'
import type { Log } from '../log.ts'

export type Writes = ReturnType<typeof limitWrites>

const patienceMs = 1200
const lookAgainMs = 100
const lineMs = 5000

/**
 * With synchronous replication a commit waits until a standby has it, without limit: no time-out of
 * PostgreSQL ends that, and cancelling it would acknowledge what only one machine has. So the caller
 * is told after a moment that we do not know, while the connection goes on waiting. A third of the
 * pool is never lent to writes, so that reads go on.
 */
export function limitWrites(poolMax: number, log: Log) {
  const stuck = countStuck(log)
  const gate = openGate(Math.max(1, poolMax - Math.max(1, Math.floor(poolMax / 3))))

  return {
    /** `isCommitting` is to be called when only the commit is left. */
    async run<T>(
      write: (isCommitting: () => void) => Promise<T>,
      ifStuck: 'outcome_unknown' | 'saving_paused' = 'outcome_unknown',
    ): Promise<T> {
      await gate.enter(stuck.isAny())
      const startedAt = performance.now()
      let committingAt = Infinity
      return new Promise((resolve, reject) => {
        let isStuck = false
        const look = () => {
          const now = performance.now()
          // What waits for the locks of a stuck commit is stuck like it.
          const since = stuck.isAny() ? startedAt : committingAt
          isStuck = now - since >= patienceMs
          if (!isStuck) {
            timer = setTimeout(look, lookAgainMs)
            return
          }
          stuck.add()
          gate.refuseLine()
          reject(new AppError(ifStuck))
        }
        let timer = setTimeout(look, patienceMs)
        const isCommitting = () => {
          committingAt = performance.now()
        }
        void write(isCommitting)
          .then(resolve, reject)
          .finally(() => {
            clearTimeout(timer)
            if (isStuck) stuck.remove()
            gate.leave()
          })
      })
    },
  }
}

/** Lets in so many at once. The others wait in line, but not while commits are stuck. */
function openGate(mostAtOnce: number) {
  const line = new Set<{ go: () => void; refuse: () => void }>()
  let inside = 0
  return {
    enter(isStuck: boolean): Promise<void> {
      if (inside < mostAtOnce) {
        inside += 1
        return Promise.resolve()
      }
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

/** The commits that wait for longer than their callers did: one line for the first, one after the last. */
function countStuck(log: Log) {
  let count = 0
  let since = 0
  return {
    isAny: () => count > 0,
    add() {
      count += 1
      if (count > 1) return
      since = performance.now()
      log.warn('the database answers no commit: are its synchronous standbys lost?')
    },
    remove() {
      count -= 1
      if (count > 0) return
      const seconds = Math.round((performance.now() - since) / 1000)
      log.info({ seconds }, 'the database answers commits again')
    },
  }
}

import { expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/test-database.ts'
import { leadOnce } from './lease.ts'

const database = useTestDatabase()
const lock = 7_461_900
const session = () => ({ url: database.url, role: undefined })

/** Ends the sessions that hold the lock, as a primary does that is shut down. */
async function endLeader(): Promise<number> {
  const { rows } = await database.owner.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1
       and granted and database = (select oid from pg_database where datname = current_database())`,
    [lock],
  )
  return rows.length
}

test('of two who want to lead one works, and the lock is free when it has', async () => {
  const worked: string[] = []
  const first = await leadOnce(session(), lock, async () => {
    const second = await leadOnce(session(), lock, async () => void worked.push('second'))
    worked.push(`second led: ${second}`)
  })
  const third = await leadOnce(session(), lock, async () => void worked.push('third'))

  expect([first, third, worked]).toEqual([true, true, ['second led: false', 'third']])
})

test('whoever loses the session that holds the lock fails at once, though the work goes on', async () => {
  let endWork = () => {}
  const work = new Promise<void>((resolve) => {
    endWork = resolve
  })
  const led = leadOnce(session(), lock, () => work).then(
    () => 'led',
    (error: Error) => error.message,
  )
  await expect.poll(endLeader).toBe(1)

  expect(await led).toContain('terminating connection')
  endWork()
  expect(await leadOnce(session(), lock, async () => {})).toBe(true)
})

test('where there is no database nobody leads', async () => {
  const nowhere = 'postgres://nobody@127.0.0.1:9/none'
  const led = leadOnce({ url: nowhere, role: undefined }, lock, async () => {})

  await expect(led).rejects.toThrow('ECONNREFUSED')
})

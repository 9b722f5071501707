import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()

test('anybody reads what each ending costs, and since when', async () => {
  const later = new Date(app.database.now() + dayMs)
  await app.database.owner.pool.query(
    `insert into tld_policies select 'com', $1, true, lock_days, age_days_min, transfer_days_min,
       transfer_days_max, wait_days_max, code_days, 9900, 9900 from tld_policies where suffix = 'com'`,
    [later],
  )

  const reply = await app.inject({ url: '/api/prices' })

  expect(reply.headers['cache-control']).toBe('public, max-age=60')
  const { prices } = reply.json<{ prices: { suffix: string }[] }>()
  expect(prices.filter(({ suffix }) => suffix === 'com')).toEqual([
    { suffix: 'com', transfer: 11.8, renewal: 11.8, since: '2026-01-01T00:00:00.000Z' },
  ])
})

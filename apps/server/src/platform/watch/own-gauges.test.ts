import { expect, onTestFinished, test } from 'vitest'
import { useTestDatabase } from '../../../test/test-database.ts'
import { watched } from '../../../test/watch/watched.ts'
import { openDatabase } from '../db/database.ts'
import { startHub } from '../live/hub.ts'
import { createMetrics } from '../metrics.ts'
import { addOwnGauges } from './own-gauges.ts'

const database = useTestDatabase()

test('a process says how many of its connections are used, and who waits for one', async () => {
  const { url, log } = database
  const { pool } = openDatabase({ url, role: 'pier_api', poolMax: 2, log })
  const metrics = createMetrics()
  addOwnGauges(metrics, { pool })
  const show = async () => watched(await metrics.registry.metrics())
  expect(await show()).toMatchObject({ pier_pool_max: 2, pier_pool_waiting: 0 })

  const held = [await pool.connect(), await pool.connect()]
  const third = pool.connect()

  expect(await show()).toMatchObject({
    pier_pool_used: 2,
    pier_pool_idle: 0,
    pier_pool_waiting: 1,
  })
  for (const client of held) client.release()
  ;(await third).release()
  expect(await show()).toMatchObject({
    pier_pool_used: 0,
    pier_pool_idle: 2,
    pier_pool_waiting: 0,
  })
  await pool.end()
})

test('an API says how many tabs it tells of news', async () => {
  const { db, url } = database
  const live = startHub(db, { url, role: 'pier_api' })
  onTestFinished(() => live.stop())
  const metrics = createMetrics()
  addOwnGauges(metrics, { pool: db.pool, live })
  const streams = async () => watched(await metrics.registry.metrics()).pier_live_streams

  const leave = live.subscribe('one', () => {})
  live.subscribe('one', () => {})
  live.subscribe('other', () => {})

  expect(await streams()).toBe(3)
  leave()
  expect(await streams()).toBe(2)
})

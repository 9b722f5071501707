import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../../tools/local/postgres.ts'
import { makeSecret } from './crypto/secret-text.ts'
import { createMetrics, serveMetrics } from './metrics.ts'

const token = 'a-token-of-the-scraper'

async function serve(secret?: string) {
  const port = await freePort()
  const settings = { host: '127.0.0.1', port, token: secret ? makeSecret(secret) : undefined }
  const server = await serveMetrics(createMetrics(), settings)
  onTestFinished(async () => {
    await server.close()
  })
  return (path: string, authorization = '') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization, connection: 'close' } })
}

test('with a token, metrics are for whoever sends it', async () => {
  const get = await serve(token)

  const right = await get('/metrics', `Bearer ${token}`)

  expect(right.status).toBe(200)
  expect(await right.text()).toContain('pier_request_seconds')
  for (const wrong of ['', 'Bearer ', token, `Bearer ${token}s`]) {
    expect((await get('/metrics', wrong)).status).toBe(401)
  }
})

test('without a token, whoever reaches the port reads them', async () => {
  const get = await serve()

  expect((await get('/metrics')).status).toBe(200)
})

test('that the process runs is said to anybody', async () => {
  const get = await serve(token)

  expect(await (await get('/health/live')).text()).toBe('live')
})

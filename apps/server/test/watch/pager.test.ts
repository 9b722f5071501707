/** The files of `deploy/watch`, with a Prometheus and an Alertmanager that run them. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../../tools/local/postgres.ts'
import { workerChecks } from '../../src/modules/back-office/watch/watch.service.ts'
import { makeSecret } from '../../src/platform/crypto/secret-text.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createMetrics, serveMetrics } from '../../src/platform/metrics.ts'
import { startChecks } from '../../src/platform/watch/checks.ts'
import { until } from '../given/given-payments.ts'
import { useTestDatabase } from '../test-database.ts'
import { readWatchFile, watchFolder } from './watch-files.ts'

const database = useTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'pier-pager-'))
const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

/** Whom each alert was told to. */
const told: string[] = []
let alertmanager = ''
beforeAll(async () => {
  const hook = await listen()
  const port = await startOwn('prometheus-alertmanager', alertmanagerFor(hook), (own) => [
    `--storage.path=${join(folder, 'alertmanager')}`,
    `--web.listen-address=127.0.0.1:${own}`,
    '--cluster.listen-address=',
  ])
  alertmanager = `127.0.0.1:${port}`
})

/** Stands in for the pager and the list of tickets. */
async function listen(): Promise<number> {
  const port = await freePort()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { alerts } = JSON.parse(Buffer.concat(parts).toString()) as {
        alerts: { labels: { alertname: string } }[]
      }
      for (const { labels } of alerts) told.push(`${request.url?.slice(1)}: ${labels.alertname}`)
      response.end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  ends.push(() => server.close())
  return port
}

const alertmanagerFor = (hook: number): string =>
  readWatchFile('alertmanager.yml')
    .replaceAll(/group_wait: \d+s/g, 'group_wait: 1s')
    .replaceAll(
      /- name: (\w+)\n +email_configs: .*$/gm,
      `- name: $1\n    webhook_configs: [{ url: 'http://127.0.0.1:${hook}/$1' }]`,
    )

const prometheusFor = ({ worker, token }: { worker: number; token: string }): string =>
  readWatchFile('prometheus.yml')
    .replaceAll('15s', '1s')
    .replace('/etc/prometheus/rules.yml', join(watchFolder, 'rules.yml'))
    .replaceAll('/etc/pier/metrics-token', token)
    .replace('127.0.0.1:4201', `127.0.0.1:${worker}`)
    .replace('127.0.0.1:9093', alertmanager)

async function startOwn(name: string, config: string, options: (port: number) => string[]) {
  const port = await freePort()
  const file = join(folder, `${name}.yml`)
  writeFileSync(file, config)
  const child = spawn(name, [`--config.file=${file}`, ...options(port)], { stdio: 'ignore' })
  ends.push(() => child.kill())
  await until(async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => undefined)
    return reply?.ok === true
  })
  return port
}

/** A worker as Prometheus sees it. */
async function startWorkerPort(token: string): Promise<number> {
  const { url, log } = database
  const db = openDatabase({ url, role: 'pier_worker', poolMax: 2, log })
  const port = await freePort()
  const metrics = createMetrics()
  const settings = { host: '127.0.0.1', port, token: makeSecret(token) }
  const server = await serveMetrics(metrics, settings)
  const checks = workerChecks.map((check) => ({ ...check, everySeconds: 1 }))
  const running = startChecks({ db, log, metrics, checks })
  ends.push(async () => {
    await running.stop()
    await db.destroy()
    void server.close() // Prometheus still holds its connection.
  })
  return port
}

test('what somebody changed at the registry wakes whoever is on call', async () => {
  const token = join(folder, 'metrics-token')
  writeFileSync(token, 'a-token-of-the-scraper')
  const worker = await startWorkerPort('a-token-of-the-scraper')
  await startOwn('prometheus', prometheusFor({ worker, token }), (own) => [
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${own}`,
  ])
  const client = await database.owner.pool.connect()
  await client.query('set session_replication_role = replica') // Its domain does not matter here.

  await client.query(
    `insert into custody_alarms (domain_id, kind, detail, created_at) values ($1, 'lock', '', now())`,
    [randomUUID()],
  )

  client.release(true)
  await expect.poll(() => told).toContain('pager: PierCustodyAlarm')
  expect(told).not.toContain('tickets: PierCustodyAlarm')
})

test('what follows from a lost primary is not told beside it, everything else is', async () => {
  const post = (alerts: { alertname: string; severity: string }[]) =>
    fetch(`http://${alertmanager}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(alerts.map((labels) => ({ labels }))),
    })
  await post([{ alertname: 'PostgresNoPrimary', severity: 'page' }])
  await expect.poll(() => told).toContain('pager: PostgresNoPrimary')

  await post([
    { alertname: 'PierErrors', severity: 'page' },
    { alertname: 'PostgresNoSyncStandby', severity: 'page' },
    { alertname: 'PierLedgerWrong', severity: 'page' },
    { alertname: 'PierDeadJobs', severity: 'ticket' },
  ])

  await expect.poll(() => told).toContain('tickets: PierDeadJobs')
  await expect.poll(() => told).toContain('pager: PierLedgerWrong')
  expect(told.join()).not.toMatch(/PierErrors|PostgresNoSyncStandby/)
})

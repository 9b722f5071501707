/** What we tell Prometheus to watch, held against what we really show. */
import { beforeAll, expect, test } from 'vitest'
import { apiChecks, workerChecks } from '../../src/modules/back-office/watch/watch.service.ts'
import { startHub } from '../../src/platform/live/hub.ts'
import { createMetrics, type Metrics } from '../../src/platform/metrics.ts'
import { prepareChecks } from '../../src/platform/watch/checks.ts'
import { addOwnGauges } from '../../src/platform/watch/own-gauges.ts'
import { useTestDatabase } from '../test-database.ts'
import { readExpression, type Asked } from './expressions.ts'
import {
  ask,
  checkExpressions,
  readDashboards,
  readRules,
  readRunbooks,
  readWatchFile,
} from './watch-files.ts'

const database = useTestDatabase()
const rules = readRules()
const alerts = rules.map(({ alert }) => alert)
const dashboards = readDashboards()

/** Set by Prometheus for whatever it scrapes. */
const targetLabels = ['job', 'instance']
/** Shown by others, under names that their documents promise. */
const ofOthers = [
  'up',
  'ALERTS',
  'probe_success',
  'probe_ssl_earliest_cert_expiry',
  'patroni_primary',
  'patroni_sync_standby',
  'patroni_postgres_running',
  'patroni_xlog_location',
  'patroni_xlog_replayed_location',
  'etcd_server_has_leader',
]
/** Left as files by backups and drills, and read by the exporter of the machine. */
const ofFiles = ['pier_backup_finished_seconds', 'pier_restore_drill_finished_seconds']

/** Every metric of ours with its labels, by the names under which Prometheus keeps it. */
const shown = new Map<string, string[]>()
beforeAll(async () => {
  const metrics = createMetrics()
  const { db, url } = database
  const live = startHub(db, { url, role: 'pier_api' })
  addOwnGauges(metrics, { pool: db.pool, live })
  prepareChecks(metrics, [...workerChecks, ...apiChecks])
  for (const { name, labels, type } of labelsOf(metrics)) {
    if (type !== 'histogram') shown.set(name, labels)
    else {
      shown.set(`${name}_bucket`, [...labels, 'le'])
      for (const part of ['count', 'sum']) shown.set(`${name}_${part}`, labels)
    }
  }
  await live.stop()
})

function labelsOf({ registry }: Metrics) {
  return registry.getMetricsAsArray().map((metric) => {
    // Every metric of the library has them, though its types leave them out.
    const {
      name,
      labelNames = [],
      type,
    } = metric as unknown as {
      name: string
      labelNames?: string[]
      type?: string
    }
    return { name, labels: labelNames, type: type ?? metric.constructor.name.toLowerCase() }
  })
}

/** What it asks for and nobody shows. */
function unknownIn({ selectors, groupedBy }: Asked, legend = ''): string[] {
  const missing = selectors.flatMap(({ metric, labels }) => {
    if ([...ofOthers, ...ofFiles].includes(metric)) return []
    const own = shown.get(metric)
    if (!own) return [metric]
    const known = [...own, ...targetLabels]
    return labels.filter((label) => !known.includes(label)).map((label) => `${metric}{${label}}`)
  })
  const ofAny = [
    ...targetLabels,
    ...selectors.flatMap(({ metric }) => shown.get(metric) ?? []),
    ...(selectors.some(({ metric }) => metric === 'ALERTS') ? ['alertname', 'severity'] : []),
  ]
  const inLegend = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
  const named = [...groupedBy, ...inLegend].filter((label) => !ofAny.includes(label))
  return [...missing, ...named.map((label) => `by ${label}`)]
}

test('what we show has no label that Prometheus would rename', () => {
  const renamed = [...shown].filter(([, labels]) =>
    labels.some((label) => targetLabels.includes(label)),
  )

  expect(shown.size).toBeGreaterThan(40)
  expect(renamed).toEqual([])
})

test('every rule asks for what somebody really shows', () => {
  const unknown = rules.map(({ alert, expr }) => [alert, ...unknownIn(readExpression(expr))])

  expect(rules.length).toBeGreaterThan(25)
  expect(unknown.filter(([, ...names]) => names.length > 0)).toEqual([])
})

test('a misspelt metric, a label that it lacks and a group that it cannot have are seen', () => {
  const wrong = 'max by (queue, boat) (pier_queue_age_seconds{quay="x"}) > pier_queue_agee'

  expect(unknownIn(readExpression(wrong))).toEqual([
    'pier_queue_age_seconds{quay}',
    'pier_queue_agee',
    'by boat',
  ])
})

test('the series that the rules are tested with are such as we show', () => {
  const series = [...readWatchFile('rules.test.yml').matchAll(/series: '([^']+)'/g)]
  const unknown = series.flatMap(([, text = '']) => unknownIn(readExpression(text)))

  expect(series.length).toBeGreaterThan(80)
  expect(unknown).toEqual([])
})

test('promtool reads the rules, and sees each silent and each call', () => {
  expect(ask('promtool', 'check', 'rules', 'rules.yml')).toContain(`${rules.length} rules found`)
  expect(ask('promtool', 'test', 'rules', 'rules.test.yml')).toContain('SUCCESS')
  const called = [...readWatchFile('rules.test.yml').matchAll(/alertname="(\w+)", severity/g)]
  expect(called.map(([, alert]) => alert)).toEqual(alerts)
})

test('the examples for Prometheus and Alertmanager are read by them, and silence only what exists', () => {
  ask('promtool', 'check', 'config', '--syntax-only', 'prometheus.yml')
  ask('amtool', 'check-config', 'alertmanager.yml')
  const matched = [...readWatchFile('alertmanager.yml').matchAll(/alertname=~?"([^"]+)"/g)]

  const names = matched.flatMap(([, list = '']) => list.split('|'))
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !alerts.includes(name))).toEqual([])
})

test('a page goes to the pager, a ticket does not', () => {
  const route = (severity: string) =>
    ask('amtool', 'config', 'routes', 'test', '--config.file=alertmanager.yml', severity).trim()

  expect(new Set(rules.map(({ severity }) => severity))).toEqual(new Set(['page', 'ticket']))
  expect(route('severity=page')).toBe('pager')
  expect(route('severity=ticket')).toBe('tickets')
})

test('each alert has its section among the runbooks, and each section its alert', () => {
  const [, ...sections] = readRunbooks().split(/^### /m)
  const parts = ['**Means.**', '**Look.**', '**Do.**', '**Ends**']

  expect(sections.map((text) => text.split('\n')[0])).toEqual(alerts)
  for (const text of sections) {
    expect(
      parts.filter((part) => !text.includes(part)).map((part) => `${part} of ${text}`),
    ).toEqual([])
  }
  for (const { alert, runbook, summary } of rules) {
    expect(runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`)
    expect(summary).not.toBe('')
  }
})

test('every dashboard is one for Grafana, on a Prometheus of your choice', () => {
  expect(dashboards.map(({ file }) => file)).toEqual([
    'pier-database.json',
    'pier-people.json',
    'pier-work.json',
  ])
  for (const { file, uid, schemaVersion, templating, panels } of dashboards) {
    expect(`${uid}.json`).toBe(file)
    expect(schemaVersion).toBeGreaterThanOrEqual(36)
    expect(templating.list).toMatchObject([
      { name: 'datasource', type: 'datasource', query: 'prometheus' },
    ])
    for (const { type, title, gridPos, datasource, targets = [] } of panels) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
      if (type === 'row') continue
      expect(datasource, title).toEqual({ type: 'prometheus', uid: '${datasource}' })
      expect(targets.length, title).toBeGreaterThan(0)
    }
  }
})

test('no two panels of a dashboard lie on each other', () => {
  const places = dashboards.flatMap(({ file, panels }) =>
    panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from(
        { length: w * h },
        (_, cell) => `${file} ${x + (cell % w)} ${y + Math.floor(cell / w)}`,
      ),
    ),
  )

  expect(places.length - new Set(places).size).toBe(0)
})

test('every panel asks for what somebody really shows, in words that Prometheus reads', () => {
  const targets = dashboards.flatMap(({ panels }) =>
    panels.flatMap(({ title, targets: each = [] }) => each.map((target) => ({ title, ...target }))),
  )
  const plain = targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m'))

  expect(checkExpressions(plain)).toContain(`${targets.length} rules found`)
  const unknown = targets.map(({ title, expr, legendFormat }) => [
    title,
    ...unknownIn(readExpression(expr), legendFormat),
  ])
  expect(unknown.filter(([, ...names]) => names.length > 0)).toEqual([])
})

test('every gauge of ours is in a rule or on a dashboard', () => {
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...dashboards.flatMap(({ panels }) =>
      panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ),
  ]
  const asked = new Set(
    expressions.flatMap((expr) => readExpression(expr).selectors.map(({ metric }) => metric)),
  )
  const own = [...shown.keys()].filter((name) => name.startsWith('pier_') && !name.endsWith('_sum'))

  expect(own.filter((name) => !asked.has(name))).toEqual([])
})

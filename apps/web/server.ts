/** The web server of production. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createRequestListener } from '@react-router/node'
import type { ServerBuild } from 'react-router'
import { shutDown } from './server/shut-down.ts'
import { createWeb } from './server/web.ts'
import { readWebConfig } from './server/web-environment.ts'
import { pageRoutes } from './server/page-routes.ts'

const config = readWebConfig(process.env)
const buildUrl = new URL('./build/server/index.js', import.meta.url)
const build = (await import(buildUrl.href)) as ServerBuild // Made by `node build.ts`.
const leaving = new AbortController()
const web = await createWeb({
  ...config,
  leaving: leaving.signal,
  files: new URL('./build/client/', import.meta.url),
  renderPage: createRequestListener({ build, mode: 'production' }),
  pageRouteOf: pageRoutes(build.routes),
})
const traces =
  config.traces &&
  (await import('@pier/telemetry/otlp')).startTraces({
    ...config.traces,
    service: 'pier-web',
    warn: (facts, message) => web.log.warn(facts, message),
  })
await web.listen({ host: config.host, port: config.port })
process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())

async function stop() {
  leaving.abort()
  await sleep(config.drainMs)
  await shutDown(web)
  await traces?.stop()
  process.exit(0)
}

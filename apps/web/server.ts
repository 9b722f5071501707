/** The web server of production. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createRequestListener } from '@react-router/node'
import type { ServerBuild } from 'react-router'
import { shutDown } from './server/shut-down.ts'
import { createWeb } from './server/web.ts'
import { readWebConfig } from './server/web-environment.ts'

const config = readWebConfig(process.env)
const buildUrl = new URL('./build/server/index.js', import.meta.url)
const build = (await import(buildUrl.href)) as ServerBuild // Made by `node build.ts`.
const leaving = new AbortController()
const web = await createWeb({
  ...config,
  leaving: leaving.signal,
  files: new URL('./build/client/', import.meta.url),
  renderPage: createRequestListener({ build, mode: 'production' }),
})
await web.listen({ host: config.host, port: config.port })
process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())

async function stop() {
  leaving.abort()
  await sleep(config.drainMs)
  await shutDown(web)
  process.exit(0)
}

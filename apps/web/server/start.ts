import { setTimeout as sleep } from 'node:timers/promises'
import { createRequestListener } from '@react-router/node'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { joinLines } from './joined-lines.ts'
import { shutDown } from './shut-down.ts'
import { createWeb } from './web.ts'
import { readWebConfig } from './web-environment.ts'
import { pageRoutes } from './page-routes.ts'

/** Serves the built web until the process is told to stop. */
export async function startWeb(env: Record<string, string | undefined>): Promise<void> {
  const config = readWebConfig(env)
  const buildUrl = new URL('../build/server/index.js', import.meta.url)
  const build = (await import(buildUrl.href)) as ServerBuild // Made by `node build.ts`.
  const leaving = new AbortController()
  const web = await createWeb({
    ...config,
    leaving: leaving.signal,
    logStream: joinLines(process.stdout),
    files: new URL('../build/client/', import.meta.url),
    renderPage: createRequestListener({ build, mode: 'production' }),
    answerPage: createRequestHandler(build, 'production'),
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
}

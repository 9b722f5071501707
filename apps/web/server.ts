/** The web server of production. */
import { createRequestListener } from '@react-router/node'
import type { ServerBuild } from 'react-router'
import { shutDown } from './server/shut-down.ts'
import { createWeb } from './server/web.ts'

const config = readConfig(process.env)
const buildUrl = new URL('./build/server/index.js', import.meta.url)
const build = (await import(buildUrl.href)) as ServerBuild // Made by `node build.ts`.
const web = await createWeb({
  ...config,
  files: new URL('./build/client/', import.meta.url),
  renderPage: createRequestListener({ build, mode: 'production' }),
})
await web.listen({ host: config.host, port: config.port })
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

function stop() {
  void shutDown(web).then(() => process.exit(0))
}

function readConfig(env: NodeJS.ProcessEnv) {
  const port = Number(env['PORT'] ?? 3000)
  if (!Number.isInteger(port)) throw new Error('PORT must be a number')
  const publicOrigin = new URL(env['PUBLIC_ORIGIN'] ?? `http://localhost:${port}`)
  return {
    port,
    host: env['HOST'] ?? '127.0.0.1',
    apiOrigin: new URL(env['API_ORIGIN'] ?? 'http://127.0.0.1:4000'),
    publicHost: publicOrigin.host,
    trustedProxyHops: Number(env['TRUSTED_PROXY_HOPS'] ?? 0),
    https: publicOrigin.protocol === 'https:',
    logLevel: env['LOG_LEVEL'] ?? 'info',
  }
}

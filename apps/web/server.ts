/** The web server of production. */
import { startCompiled } from './server/compile-cache.ts'

await startCompiled(async () => {
  const { startWeb } = await import('./server/start.ts')
  await startWeb(process.env)
})

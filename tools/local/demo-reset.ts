import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, localFolder, openLocalDatabase, registryFile } from './stack.ts'

/** Deletes the demo world. The next `pnpm dev` builds it again. */
const database = await openLocalDatabase()
const url = new URL(database.url)
const name = url.pathname.slice(1)
url.pathname = '/postgres'
await createDatabase(url.href, name, { again: true })
if (!database.wasRunning) database.stop()
rmSync(join(localFolder, 'demo.json'), { force: true })
rmSync(registryFile, { force: true })
console.log('The demo world is gone. pnpm dev builds it anew.')

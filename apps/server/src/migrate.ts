import { migrate } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/database.ts'
import { createLog } from './platform/log.ts'

/** The deploy step: `DATABASE_URL` names the owner. */
const log = createLog({ level: 'info', name: 'migrate' })
const url = process.env.DATABASE_URL
if (!url) throw new Error('DATABASE_URL is missing')
const db = openDatabase({ url, role: undefined, poolMax: 3, log, isMigration: true })
const applied = await migrate(db)
log.info({ applied }, applied.length > 0 ? 'schema changed' : 'schema is up to date')
await db.destroy()

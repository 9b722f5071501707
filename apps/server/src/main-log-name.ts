import { readLogKey } from './platform/config.ts'
import { nameInLog } from './platform/http/name-in-log.ts'

const [userId, day = ''] = process.argv.slice(2)
const at = day === '' ? new Date() : new Date(`${day}T00:00:00Z`)
if (userId && !Number.isNaN(at.getTime()))
  console.log(nameInLog(readLogKey(process.env))(userId, at))
else {
  console.error('pier log-name ID [2026-11-18]: the ID of a user or operator, and a day in UTC')
  process.exitCode = 2
}

/**
 * Reports by outsiders that a domain was stolen or is abused. A report changes nothing by itself:
 * an operator reads it and decides whether to place a hold.
 */
import { AppError } from '../../../platform/app-error.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import { limitTries } from '../../../platform/limits.ts'
import { readName } from '../../domains/domains.service.ts'
import type { Client, UserClients } from '../../users/users.service.ts'
import {
  closeReportRow,
  countOpenReports,
  insertReport,
  type NewReport,
} from './reports.repository.ts'

const hourLimit = { name: 'report-hour', max: 5, perSeconds: 3600 }
const nameLimit = { name: 'report-name', max: 10, perSeconds: 86_400 }
const openMax = 50

/** Beyond `openMax` open reports about one domain, more are accepted but not stored. */
export async function takeReport(
  db: Db,
  clients: UserClients,
  { client, ...report }: NewReport & { client: Client },
): Promise<void> {
  await limitTries(db, hourLimit, client.address, clients.limitKey)
  const domain = readName(report.domain).ascii
  await limitTries(db, nameLimit, `${client.address}|${domain}`, clients.limitKey)
  await inTransaction(db, async (tx) => {
    if ((await countOpenReports(tx, domain)) >= openMax) return
    await insertReport(tx, { ...report, domain })
  })
}

export async function closeReport(
  tx: Tx,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<void> {
  if (!(await closeReportRow(tx, id, operatorId))) throw new AppError('report_not_found')
}

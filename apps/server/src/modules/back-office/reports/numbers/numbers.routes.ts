import { calls, type CallOutput } from '@pier/protocol/calls/calls'
import { inSnapshot, readClock, type Db } from '../../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../../platform/http/app.ts'
import { keepCostly, keepFresh } from '../../../../platform/keep-fresh.ts'
import { findAnnouncement } from '../announcement.ts'
import { trialBalance } from '../../../ledger/ledger.service.ts'
import { findReconciliation } from '../../../payments/payments.service.ts'
import { listQuarters, sumCustody, sumDecisions, sumLoans } from './numbers.repository.ts'
import { writeNumbers } from './numbers-csv.ts'
import { presentNumbers } from './present-numbers.ts'

const countsAgeMs = 60_000
const moneyAgeMs = 5000
const announcementAgeMs = 2000

/** Public, without a login: loan statistics, reconciliation of money, and the announcement. */
export const numbersRoutes: RoutePlugin = async (app, { db }) => {
  const readCounts = keepCostly(() => countLoans(db), countsAgeMs)
  const readMoney = keepFresh(() => weighMoney(db), moneyAgeMs)
  const readLatest = keepFresh(() => findAnnouncement(db), announcementAgeMs)

  app.get('/numbers', { schema: calls['GET /numbers'] }, async (_request, reply) => {
    const counts = await readCounts()
    reply.header('cache-control', 'public, max-age=60') // A refusal is not kept.
    return counts
  })

  app.get('/numbers.csv', { schema: calls['GET /numbers.csv'] }, async (_request, reply) => {
    const file = writeNumbers(await readCounts(), await readMoney())
    reply.header('cache-control', 'public, max-age=60')
    reply.header('content-disposition', 'attachment; filename="pier-numbers.csv"')
    return reply.type('text/csv; charset=utf-8').send(Buffer.from(file))
  })

  const money = '/numbers/reconciliation'
  app.get(money, { schema: calls['GET /numbers/reconciliation'] }, async (_request, reply) => {
    const books = await readMoney()
    reply.header('cache-control', 'public, max-age=5')
    return books
  })

  app.get('/announcement', { schema: calls['GET /announcement'] }, () => readLatest())
}

const countLoans = (db: Db): Promise<CallOutput<'GET /numbers'>> =>
  inSnapshot(db, async (snapshot) => ({
    as_of: (await readClock(snapshot)).toISOString(),
    ...presentNumbers({
      quarters: await listQuarters(snapshot),
      loans: await sumLoans(snapshot),
      decided: await sumDecisions(snapshot),
      custody: await sumCustody(snapshot),
    }),
  }))

/** Clearing accounts go negative as money comes in, so cash is their negated balance. */
async function weighMoney(db: Db): Promise<CallOutput<'GET /numbers/reconciliation'>> {
  const books = await trialBalance(db)
  const compared = await findReconciliation(db)
  const owedCents = books.available + books.held + books.refund_payable
  const cashCents = -(books.card_clearing + books.crypto_clearing)
  return {
    as_of: (await readClock(db)).toISOString(),
    owed: {
      balances: dollars(books.available),
      set_aside: dollars(books.held),
      withdrawals: dollars(books.refund_payable),
      total: dollars(owedCents),
    },
    cash: {
      card: dollars(-books.card_clearing),
      crypto: dollars(-books.crypto_clearing),
      total: dollars(cashCents),
    },
    owed_to_registries: dollars(books.registry_payable),
    rest: dollars(cashCents - owedCents - books.registry_payable),
    compared: compared && {
      at: compared.at.toISOString(),
      difference: dollars(compared.differenceCents),
    },
  }
}

/** Never returns -0. */
const dollars = (cents: number) => cents / 100 || 0

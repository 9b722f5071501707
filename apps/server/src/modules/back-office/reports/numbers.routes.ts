import { calls, type CallOutput } from '@pier/protocol/calls/calls'
import { readClock, type Db } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { keepFresh } from '../../../platform/keep-fresh.ts'
import { findLast, valueOf } from '../../../platform/settings.ts'
import { trialBalance } from '../../ledger/ledger.service.ts'
import { findReconciliation } from '../../payments/payments.service.ts'
import { findMedians, listCohorts, listRulings } from './numbers.repository.ts'

const countsAgeMs = 60_000
const moneyAgeMs = 5000
const announcementAgeMs = 2000
const fewest = 3

/** Public, without a login: loan statistics, reconciliation of money, and the announcement. */
export const numbersRoutes: RoutePlugin = async (app, { db }) => {
  const readCounts = keepFresh(() => countLoans(db), countsAgeMs)
  const readMoney = keepFresh(() => weighMoney(db), moneyAgeMs)
  const readLatest = keepFresh(() => findAnnouncement(db), announcementAgeMs)

  app.get('/numbers', { schema: calls['GET /numbers'] }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    return readCounts()
  })

  const money = '/numbers/reconciliation'
  app.get(money, { schema: calls['GET /numbers/reconciliation'] }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=5')
    return readMoney()
  })

  app.get('/announcement', { schema: calls['GET /announcement'] }, () => readLatest())
}

type Counts = CallOutput<'GET /numbers'>

/** Masks counts of one or two, which could identify somebody. */
const shown = (count: number): number | '<3' => (count > 0 && count < fewest ? '<3' : count)

async function countLoans(db: Db): Promise<Counts> {
  const cohorts = await listCohorts(db)
  const rulings = await listRulings(db)
  const { toFund, toConfirm, funded, confirmed } = await findMedians(db)
  return {
    as_of: (await readClock(db)).toISOString(),
    cohorts: cohorts.map((cohort) => ({
      quarter: cohort.quarter,
      funded: shown(cohort.funded),
      repaid: shown(cohort.repaid),
      running: shown(cohort.running),
      late_1_to_7: shown(cohort.late7),
      late_8_to_30: shown(cohort.late30),
      late_31_to_90: shown(cohort.late90),
      late_over_90: shown(cohort.lateMore),
      seized: shown(cohort.seized),
      taken_by_order: shown(cohort.ordered),
      disputed: shown(cohort.disputed),
    })),
    rulings: rulings.map((row) => ({ ...row, count: shown(row.count) })),
    medians: {
      hours_to_fund: funded < fewest ? null : tenths(toFund),
      hours_to_confirm: confirmed < fewest ? null : tenths(toConfirm),
    },
  }
}

const tenths = (hours: number | null) => (hours === null ? null : Math.round(hours * 10) / 10)

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

async function findAnnouncement(db: Db): Promise<CallOutput<'GET /announcement'>> {
  const last = await findLast(db, 'announcement')
  const { text, until } = valueOf('announcement', last)
  const isOver = until !== null && new Date(until) <= (await readClock(db))
  return isOver || !text || !last
    ? { text: null, since: null }
    : { text, since: last.setAt.toISOString() }
}

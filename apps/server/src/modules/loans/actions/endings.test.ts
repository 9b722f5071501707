import type { receiptSchema } from '@pier/protocol/calls/loans/receipt'
import type { Party } from '@pier/protocol/lifecycles/loan'
import type { LoanEnding } from '@pier/protocol/loans/loan-endings'
import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { inTransaction } from '../../../platform/db/database.ts'
import { givenOperators } from '../../../../test/given/given-operators.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { givenRefinance } from '../../../../test/given/given-refinance.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { cancelByOperator, carryOut, type RulingTerms } from './operator-actions.service.ts'
import { lockLoan } from '../machine/transitions.service.ts'

const app = useTestApp()
const given = givenRefinance(app)
const { onMachine } = givenOperators(app)
const terms = { loan_amount: 4_600, apy: 20, term: 60 }
type Loan = Awaited<ReturnType<typeof given.running>>
type Receipt = z.output<typeof receiptSchema>
type Side = { as: (party: Party) => { read: () => Promise<object> } }

const receiptOf = async (loan: Side, party: Party) => {
  const { receipt } = (await loan.as(party).read()) as { receipt: Receipt | null }
  if (!receipt) throw new Error('the loan has not ended')
  return receipt
}
const moved = (days: number) => app.database.moveClock(days * dayMs)
const behind = {
  decisionId: '00000000-0000-4000-8000-000000000000',
  operators: ['Ana', 'Ben'] as const,
}
/** Runs as the owner of the tables: the API refuses this without an approved decision. */
const ruled = (loan: Loan, act: 'rule' | 'seize' | 'seizeForPlatform', said: RulingTerms = {}) =>
  onMachine(async (tx) => {
    await carryOut(tx, await lockLoan(tx, loan.id), { act, terms: said, behind })
  })

/** A loan with a default notice. */
async function noticed() {
  const loan = await given.running({ ...terms, term: 30 })
  await moved(40)
  await loan.as('LENDER').submit('finalize', { outcome: 'DEFAULT' })
  return loan
}

async function disputed() {
  const loan = await given.running(terms)
  await loan.as('BORROWER').submit('finalize', { amount: 4_617.64, reference: 'E2E-92' })
  await loan.as('LENDER').submit('contest')
  return loan
}

async function contested() {
  const loan = await given.signed(terms)
  await loan.as('LENDER').submit('markPaid')
  await loan.as('BORROWER').submit('contest')
  return loan
}

async function held(loan: Loan) {
  await app.database.owner.pool.query(
    `insert into domain_holds (domain_id, kind, note, is_secret, created_at)
     values ($1, 'LEGAL', 'An order', false, app_now())`,
    [loan.domain.id],
  )
}

async function settled(loan: Loan, by: Party, outcome: string) {
  await loan.as(by).submit('settlement', { outcome })
  await loan.as(by === 'LENDER' ? 'BORROWER' : 'LENDER').submit('settlement/accept')
}

async function lapsed(loan: Loan) {
  await until(async () =>
    Boolean(((await loan.as('BORROWER').read()) as { ended_at?: string }).ended_at),
  )
}

type Case = [LoanEnding, () => Promise<Side>, borrower: RegExp, lender: RegExp]
const cases: Case[] = [
  [
    'REPAID_RULED',
    async () => {
      const loan = await disputed()
      await ruled(loan, 'rule', { outcome: 'REPAID' })
      return loan
    },
    /^Ruled repaid, domain returned to you\..*Two operators ruled .* LIST,TRANSFER_OUT,KEEP$/,
    /^Ruled repaid\..*went back to .* LEND,LOANS$/,
  ],
  [
    'REPAID_SETTLED',
    async () => {
      const loan = await disputed()
      await settled(loan, 'LENDER', 'REPAID')
      return loan
    },
    /^Settled, domain returned to you\..*You and Teodor Nyberg agreed .* LIST/,
    /^Settled as repaid\..* LEND,LOANS$/,
  ],
  [
    'SEIZED_SETTLED',
    async () => {
      const loan = await disputed()
      await settled(loan, 'LENDER', 'DEFAULT')
      return loan
    },
    /^The domain went to the lender\..*You owe nothing more on this loan\. DOMAINS$/,
    /^The domain is now yours\..*no further claim.* LIST,TRANSFER_OUT,KEEP$/,
  ],
  [
    'SURRENDERED',
    async () => {
      const loan = await noticed()
      await loan.as('BORROWER').submit('surrender', { domain: loan.domain.name })
      return loan
    },
    /^You surrendered the domain for the debt\..*went to Teodor Nyberg in place of \$4,700\.82, owed that day\..* DOMAINS$/,
    /^The domain is now yours\..*came to you in place of \$4,700\.82.* LIST,TRANSFER_OUT,KEEP$/,
  ],
  [
    'SEIZED',
    async () => {
      const loan = await noticed()
      await moved(21)
      await until(async () => (await loan.as('LENDER').read()).phase === 'SEIZURE_READY')
      await ruled(loan, 'seize')
      return loan
    },
    /^The domain went to the lender\..*default notice of .* got no answer/,
    /^The domain is now yours\..* LIST,TRANSFER_OUT,KEEP$/,
  ],
  [
    'SEIZED_RULED',
    async () => {
      const loan = await noticed()
      await loan.as('BORROWER').submit('escalate')
      await moved(21)
      await ruled(loan, 'rule', { outcome: 'DEFAULT' })
      return loan
    },
    /^The domain went to the lender\..*ruled .* in default/,
    /^The domain is now yours\..*ruled .* in default/,
  ],
  [
    'TAKEN',
    async () => {
      const loan = await given.running(terms)
      await held(loan)
      await ruled(loan, 'seizeForPlatform')
      return loan
    },
    /^Taken by legal order\..*\$4,617\.64 was owed that day\..*the debt remains.*on hold here\. HELD$/,
    /^Taken by legal order\..*the debt remains.* LEND,LOANS$/,
  ],
  [
    'CANCELLED_BY_BORROWER',
    async () => {
      const loan = await given.signed(terms)
      await loan.as('BORROWER').submit('cancel')
      return loan
    },
    /^You cancelled this loan\..*No payment was confirmed, and nobody owes anything\..*and is listed\. LISTED,TRANSFER_OUT,KEEP$/,
    /cancelled this loan\..* LEND,LOANS$/,
  ],
  [
    'CANCELLED_BY_LENDER',
    async () => {
      const loan = await given.agreed(terms)
      await loan.as('LENDER').submit('cancel')
      return loan
    },
    /^Teodor Nyberg cancelled this loan\./,
    /^You cancelled this loan\./,
  ],
  [
    'CANCELLED_BY_OPERATOR',
    async () => {
      const loan = await given.agreed(terms)
      const { version } = await loan.as('LENDER').read()
      const operatorId = '00000000-0000-4000-8000-000000000000'
      const order = { escrowId: loan.id, version, operatorId, reason: 'Asked for by both' }
      await inTransaction(app.db, (tx) => cancelByOperator(tx, order))
      return loan
    },
    /^An operator cancelled this loan\./,
    /^An operator cancelled this loan\./,
  ],
  [
    'UNFUNDED_RULED',
    async () => {
      const loan = await contested()
      await ruled(loan, 'rule', { outcome: 'NOT_FUNDED' })
      return loan
    },
    /^Cancelled: loan money never arrived\. Two operators ruled/,
    /^Cancelled: loan money never arrived\. Two operators ruled/,
  ],
  [
    'UNFUNDED_SETTLED',
    async () => {
      const loan = await contested()
      await settled(loan, 'LENDER', 'NOT_FUNDED')
      return loan
    },
    /^Cancelled: loan money never arrived\. You and Teodor Nyberg agreed/,
    /^Cancelled: loan money never arrived\. You and .* agreed/,
  ],
  [
    'LAPSED',
    async () => {
      const loan = await given.signed(terms)
      await moved(6)
      await lapsed(loan)
      return loan
    },
    /^Cancelled: deadline passed\. The loan was not paid in time by Teodor Nyberg\..*lapse on the record of Teodor Nyberg\./,
    /^Cancelled: deadline passed\. The loan was not paid in time by you\..*lapse on your record\./,
  ],
  [
    'OVERTAKEN',
    async () => {
      const old = await given.running()
      const next = await given.linked(old)
      await old.as('LENDER').submit('finalize')
      return next
    },
    /^Cancelled: the loan to be replaced had ended\..*ended first/,
    /^Cancelled: the loan to be replaced had ended\..* LEND,LOANS$/,
  ],
]

test.each(cases)(
  '%s has its own words and next steps for each side',
  async (...[ending, end, borrower, lender]) => {
    const loan = await end()

    for (const [party, words] of [
      ['BORROWER', borrower],
      ['LENDER', lender],
    ] as const) {
      const receipt = await receiptOf(loan, party)
      const steps = receipt.next.map(({ kind }) => kind).join()
      expect(receipt.ending).toBe(ending)
      expect(`${receipt.headline}. ${receipt.sentence} ${steps}`).toMatch(words)
    }
  },
)

test('a claim that was contested is a line once a ruling or both sides have upheld it', async () => {
  const loan = await disputed()
  await ruled(loan, 'rule', { outcome: 'REPAID' })

  const { lines, sums } = await receiptOf(loan, 'BORROWER')
  expect(lines[1]).toMatchObject({
    what: 'Loan repaid',
    amount: 4_617.64,
    reference: 'E2E-92',
    confirmed: { by: 'by ruling of two operators' },
  })
  expect(sums).toMatchObject({ paid: 4_617.64, interest_days: 7, is_least: true })
})

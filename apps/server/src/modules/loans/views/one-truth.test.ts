/**
 * Moves loans through their phases at random and compares all that both parties are shown: page,
 * lists, CSV, calendar, payoff of a day, notifications and mails. All have to agree.
 */
import { loanActions } from '@pier/protocol/lifecycles/loan'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { dayMs, hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)
const sides = ['BORROWER', 'LENDER'] as const

type Side = (typeof sides)[number]
type Given = Awaited<ReturnType<typeof given.agreed>>
type Owed = { date: string; amount: number }
type Page = {
  id: string
  code: string
  status: string
  phase: string
  version: number
  amount: number
  repay: number
  paid: number
  due_at: string | null
  grace_until: string | null
  objection_until: string | null
  deadline_at: string | null
  on_deadline: string
  clock_stopped: boolean
  move: { whose: string; action: string | null; title: string }
  claim: { amount: number; owed: number | null } | null
  payoff: { today: Owed; due: Owed; grace: Owed; difference: number } | null
  payments: { kind: string; status: string; amount: number | null; paid_on: string }[]
  pause: { reason: string; since: string } | null
  actions: { action: string; open: boolean }[]
}
type Row = Omit<Page, 'move'> & { your_move: boolean; move: string }

const pathOf = { BORROWER: '/escrow/borrower', LENDER: '/escrow/lender' } as const

/** Seeded: runs are repeatable. */
function lotsOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const read = async (loan: Given, side: Side) => (await loan.as(side).read()) as unknown as Page

/** The actions to try; one that is refused changes nothing. */
const acts: Record<string, (loan: Given, draw: (below: number) => number) => Promise<unknown>> = {
  claimFunding: (loan) => loan.as('LENDER').try('markPaid'),
  confirmReceipt: (loan) => loan.as('BORROWER').try('confirmReceipt'),
  part: (loan, draw) => loan.as('BORROWER').try('payments', { amount: 100 + draw(5_000) }),
  confirmPartialPayment: (loan) => loan.as('LENDER').try('payments/confirm'),
  askLater: async (loan, draw) => {
    const { due_at } = await read(loan, 'BORROWER')
    if (!due_at) return
    const dueOn = new Date(Date.parse(due_at) + (5 + draw(60)) * dayMs).toISOString().slice(0, 10)
    await loan.as('BORROWER').try('extension', { due_on: dueOn, pays_interest: false })
  },
  agreeLater: (loan) => loan.as('LENDER').try('extension/accept'),
  repay: async (loan, draw) => {
    const { payoff } = await read(loan, 'BORROWER')
    const amount = payoff && Math.max(1, Math.round(payoff.today.amount) - draw(700))
    await loan.as('BORROWER').try('finalize', draw(2) && amount ? { amount } : {})
  },
  default: (loan) => loan.as('LENDER').try('finalize', { outcome: 'DEFAULT' }),
  stop: (loan) =>
    app.database.owner.pool.query(
      `insert into clock_stops (escrow_id, reason, began_at) values ($1, 'outage', app_now())`,
      [loan.id],
    ),
  start: (loan) =>
    app.database.owner.pool.query(
      'update clock_stops set ended_at = app_now() where escrow_id = $1 and ended_at is null',
      [loan.id],
    ),
}
const names = Object.keys(acts)
const beginnings = ['claimFunding', 'repay', 'stop', 'part', 'claimFunding', 'askLater']

test('for loans moved at random, page, list, CSV, payoff and calendar show both parties the same state', async () => {
  const draw = lotsOf(2026)
  const loans: Given[] = []
  for (let index = 0; index < 6; index++) {
    const options = { term: 30 + draw(60), withPayees: index % 3 !== 2 }
    loans.push(await (index % 2 ? given.running(options) : given.signed(options)))
  }
  const phases = new Set<string>()

  for (let round = 0; round < 8; round++) {
    for (const [index, loan] of loans.entries()) {
      const drawn = names[draw(names.length)] ?? ''
      // The first action is fixed, to reach certain phases; the rest is random.
      const name = round === 0 ? (beginnings[index] ?? drawn) : drawn
      await acts[name]?.(loan, draw)
    }
    for (const loan of loans) phases.add(await compare(loan))
    await app.database.moveClock((1 + draw(9)) * dayMs + draw(20) * hourMs)
  }

  expect([...phases]).toEqual(
    expect.arrayContaining(['ACTIVE', 'AWAITING_PAYMENT', 'FUNDING_CLAIMED', 'REPAYMENT_CLAIMED']),
  )
}, 240_000)

/** Returns the loan's phase. */
async function compare(loan: Given): Promise<string> {
  const page = { BORROWER: await read(loan, 'BORROWER'), LENDER: await read(loan, 'LENDER') }
  const { BORROWER: borrower, LENDER: lender } = page
  if (borrower.version !== lender.version) return borrower.phase // A deadline passed meanwhile.
  const where = `${loan.id} in ${borrower.phase}`

  const shared = ['repay', 'paid', 'due_at', 'grace_until', 'objection_until', 'claim'] as const
  for (const field of shared) expect(borrower[field], `${field} of ${where}`).toEqual(lender[field])
  expect(borrower.payoff, where).toEqual(lender.payoff)
  expect(borrower.pause?.since, where).toBe(lender.pause?.since)
  compareMoves(page, where)
  for (const side of sides) {
    await compareLists(loan, side, page[side])
    await comparePayoff(loan, side, page[side])
  }
  return borrower.phase
}

/** The next actions agree: who is named can act, and the other waits for that. */
function compareMoves({ BORROWER, LENDER }: Record<Side, Page>, where: string): void {
  const whose = [BORROWER.move.whose, LENDER.move.whose]
  expect(whose, where).not.toEqual(['OTHER', 'OTHER'])
  for (const { move, actions, claim, phase } of [BORROWER, LENDER]) {
    const isStep = loanActions.some((action) => action === move.action)
    if (isStep) {
      const open = actions.find(({ action }) => action === move.action)
      expect(open?.open, `${move.action} of ${where}`).toBe(true)
    }
    if (claim && phase === 'REPAYMENT_CLAIMED') {
      expect(move.title, where).toContain(formatMoney(centsOf(claim.amount)))
    }
  }
}

async function compareLists(loan: Given, side: Side, page: Page): Promise<void> {
  const browser = side === 'BORROWER' ? loan.borrower.browser : loan.lender.browser
  const { escrows } = (await browser.post(pathOf[side], { page: 1, limit: 100 })).json<{
    escrows: Row[]
  }>()
  const row = escrows.find(({ id }) => id === loan.id)
  const seen = {
    repay: page.repay,
    paid: page.paid,
    due_at: page.due_at,
    phase: page.phase,
    move: page.move.title,
    deadline_at: page.deadline_at,
    on_deadline: page.on_deadline,
    clock_stopped: page.clock_stopped,
  }
  expect(row, `list of ${loan.id}`).toMatchObject(seen)

  const csv = (await browser.get('/escrow/export')).body
  const line = csv.split('\r\n').find((each) => each.startsWith(page.code)) ?? ''
  expect(line).toContain(`,${page.repay.toFixed(2)},${page.paid.toFixed(2)},${page.due_at ?? ''},`)
}

async function comparePayoff(loan: Given, side: Side, page: Page): Promise<void> {
  if (!page.payoff || !page.due_at) return
  for (const { date, amount } of [page.payoff.today, page.payoff.due, page.payoff.grace]) {
    const quoted = await loan.as(side).get(`/payoff?date=${date}`)
    expect(quoted.json<Owed>().amount, `payoff of ${loan.id} on ${date}`).toBe(amount)
  }
  const calendar = (await loan.as(side).get('/calendar.ics')).body.replaceAll('\r\n ', '')
  const stamp = page.due_at.slice(0, 19).replaceAll(/[-:]/g, '')
  expect(calendar).toContain(`DTSTART:${stamp}Z`)
  const sum = formatMoney(centsOf(page.payoff.due.amount)).replaceAll(',', '\\,')
  expect(calendar).toContain(sum)
  const isEarly = page.payoff.today.date <= page.payoff.due.date
  if (isEarly) expect(page.payoff.difference).toBeLessThanOrEqual(0)
  else expect(page.payoff.difference).toBeGreaterThanOrEqual(0)
}

test('what both are told of a step names the move, the sum and the date of the page', async () => {
  const loan = await given.running({ term: 30 })
  await loan.as('BORROWER').submit('finalize', { amount: 15_051.78 })
  const lender = await read(loan, 'LENDER')
  const borrower = await read(loan, 'BORROWER')

  const { name } = loan.borrower
  for (const [person, page] of [
    [loan.lender, lender],
    [loan.borrower, borrower],
  ] as const) {
    const who = page === lender ? name : 'You'
    const mail = await app.mailTo(person.email, `${who} marked the loan repaid`)
    expect(mail.text).toContain(page.move.title)
    expect(mail.text).toContain(formatMoney(1_505_178))
    const { notifications } = (await person.browser.get('/notifications')).json<{
      notifications: { body: string }[]
    }>()
    expect(notifications.some(({ body }) => body.includes(page.move.title))).toBe(true)
  }
})

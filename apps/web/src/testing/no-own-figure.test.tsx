/**
 * The screens calculate nothing: every sum and date of a loan that they show was sent by the
 * server. The figures here are random and unrelated, so that a sum calculated from two of them
 * would be noticed. `one-truth.test.ts` shows that the server sends the same to all.
 */
import { limits } from '@pier/protocol/limits'
import { formatMoney } from '@pier/protocol/money'
import { expect, test } from 'vitest'
import { loanId, loanSeen, places } from './given/loan.ts'
import { stepsOver } from './given/first-steps.ts'
import { nameNow } from './given/beside-loan.ts'
import { besideLoan, self } from './answers.ts'
import { openScreen } from './open-screen.tsx'
import { findAll, findNamed, press } from './page.ts'
import BorrowScreen from '../screens/app/borrow/borrow-screen.tsx'
import DashboardScreen from '../screens/app/dashboard/dashboard-screen.tsx'
import LendScreen from '../screens/app/lend/lend-screen.tsx'
import LoanScreen from '../screens/app/loan/loan-screen.tsx'

type Loan = ReturnType<typeof loanSeen>
const roles = ['BORROWER', 'LENDER'] as const
const seen = places.flatMap((place) => roles.map((role) => ({ ...place, role })))
const open = seen.filter(({ phase }) => phase !== 'ENDED')

/** Random numbers that are the same in every run. */
function lotsOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const dollars = /\$\d[\d,]*(?:\.\d\d)?/g
const centsIn = (words: string) => Math.round(Number(words.replaceAll(/[$,]/g, '')) * 100)

/** Replaces each figure of the loan, as a number and within sentences. */
function redrawn(loan: Loan, seed: number): Loan {
  const draw = lotsOf(seed)
  const drawn = new Map<number, number>()
  const other = (cents: number) => {
    const known = drawn.get(Math.abs(cents)) ?? 100_000 + draw(9_000_000)
    drawn.set(Math.abs(cents), known)
    return Math.sign(cents) * known
  }
  const money = new Set([
    'amount',
    'repay',
    'interest',
    'per_diem',
    'principal',
    'difference',
    'owed',
    'short',
  ])
  const change = (value: unknown, key: string): unknown => {
    if (typeof value === 'number' && value !== 0 && (money.has(key) || key === 'least_interest'))
      return other(Math.round(value * 100)) / 100
    if (typeof value === 'string')
      return value.replaceAll(dollars, (sum) =>
        centsIn(sum) === limits.partialCentsMin ? sum : formatMoney(other(centsIn(sum))),
      )
    return value
  }
  return JSON.parse(JSON.stringify(loan), (key, value) => change(value, key)) as Loan
}

/** Every sum and date that the server sent, today, and what the rules fix for every loan. */
function sentBy(answer: unknown) {
  const sums = new Set<number>([limits.partialCentsMin])
  const times = new Set([new Date().toISOString().slice(0, 10)])
  JSON.stringify(answer, (_, value: unknown) => {
    if (typeof value === 'number') sums.add(Math.abs(Math.round(value * 100)))
    if (typeof value === 'string') {
      for (const sum of value.match(dollars) ?? []) sums.add(centsIn(sum))
      if (/^\d{4}-\d\d-\d\d/.test(value)) times.add(value.slice(0, 10))
    }
    return value
  })
  return { sums, times }
}

function expectOnlySent(answer: unknown, where: string) {
  const { sums, times } = sentBy(answer)
  const text = document.body.textContent ?? ''
  for (const sum of text.match(dollars) ?? [])
    expect(sums, `${sum} in ${where}`).toContain(centsIn(sum))
  for (const time of document.querySelectorAll('time'))
    expect(times, `${time.dateTime} in ${where}`).toContain(time.dateTime.slice(0, 10))
}

const beside = { ...besideLoan, 'GET /escrow/:id/name': nameNow }

test.each(seen)(
  'in $status, $phase, the page of the $role and every dialog of it show sums and dates of the server alone',
  async ({ role, ...place }) => {
    const loan = redrawn(loanSeen(place, { role }), 7)
    const known = [loan, beside]
    const answers = { ...beside, 'GET /escrow/:id': loan }
    const show = () =>
      openScreen(<LoanScreen />, {
        path: '/app/escrow/:id',
        at: `/app/escrow/${loanId}`,
        answers,
      })
    await show()
    expectOnlySent(known, 'the page')
    const isOpen = (button: HTMLElement) => button.getAttribute('aria-disabled') === null
    const names = findAll('button')
      .filter(isOpen)
      .map((button) => button.textContent?.trim() ?? '')
    for (const name of new Set(names)) {
      if (!name || /Calendar|Copy|Send|paying now/.test(name)) continue // These do something else.
      if (!findNamed('button', name)) await show()
      await press('button', name)
      expectOnlySent(known, `the page after "${name}"`)
      const close = findNamed('button', 'Close')
      if (close) await press('button', 'Close')
      else await show()
    }
  },
)

test.each(open)(
  'in $phase, the list and the dashboard of the $role show sums and dates of the server alone',
  async ({ role, ...place }) => {
    const loan = redrawn(loanSeen(place, { role, change: { paid: 1_234.56 } }), 5)
    const row = { ...loan, move: loan.move.title }
    const own = { escrows: [row], pages: 1, outstanding: 9_876.54, moves: row.your_move ? 1 : 0 }
    const none = { escrows: [], pages: 0, outstanding: 0, moves: 0 }
    const answers = {
      'GET /users/self': self,
      'GET /users/first-steps': stepsOver,
      'GET /domains': {
        domains: [],
        pages: 1,
        counts: { all: 0, listed: 0, in_escrow: 0, in_custody: 0, not_verified: 0 },
        estimated_total: 0,
        without_value: 0,
      },
      'POST /escrow/borrower': role === 'BORROWER' ? own : none,
      'POST /escrow/lender': role === 'LENDER' ? own : none,
      'GET /offers/my-offers': { offers: [], pages: 0 },
      'GET /offers/sent-offers': { offers: [], pages: 0 },
    }
    const List = role === 'BORROWER' ? BorrowScreen : LendScreen
    const path = role === 'BORROWER' ? '/app/borrow' : '/app/lend'
    for (const [screen, at] of [
      [<List key="list" />, path],
      [<DashboardScreen key="dashboard" />, '/app'],
    ] as const) {
      await openScreen(screen, { path: at, answers })
      expect(document.body.textContent, at).toContain(loan.move.title)
      expectOnlySent(answers, at)
      const by = loan.deadline_at
      const shown = [...document.querySelectorAll('time')].map(({ dateTime }) => dateTime)
      if (by) expect(shown, at).toContain(by)
    }
  },
)

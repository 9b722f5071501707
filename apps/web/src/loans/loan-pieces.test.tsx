import { loanStatuses } from '@pier/protocol/statuses'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { DomainName } from '../domains/domain-name.tsx'
import { LoanStepper } from './loan-stepper.tsx'
import { Ltv } from '../terms/ltv.tsx'
import { Money } from '../money/money.tsx'
import { MoveBar } from './next-action/move-bar.tsx'
import { StatusBadge, TransactionStatus } from '../text/status-badge.tsx'

const show = (piece: ReactNode) => {
  const page = document.createElement('div')
  page.innerHTML = renderToString(<MemoryRouter>{piece}</MemoryRouter>)
  return page
}

/** What a screen reader announces: everything that is not hidden from it. */
const heard = (piece: ReactNode) => {
  const page = show(piece)
  for (const hidden of page.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
  return page.textContent
}

test('an amount nobody knows reads "no estimate yet"', () => {
  expect(heard(<Money amountCents={null} />)).toBe('no estimate yet')
  expect(heard(<Money amountCents={-1218} size="figure-38" />)).toBe('\u2212$12.18')
})

test('the gauge reads "loan to value 35 percent", or unknown', () => {
  expect(heard(<Ltv percent={35} />)).toBe('loan to value 35 percent')
  expect(heard(<Ltv percent={null} />)).toBe('loan to value unknown')
})

test('every status of a loan has an icon and a word', () => {
  for (const status of [...loanStatuses, 'constructor']) {
    const page = show(<StatusBadge kind="loan" status={status} phase="OVERDUE" />)

    expect(page.querySelector('svg')).not.toBeNull()
    expect(page.textContent).not.toBe('')
  }
})

test('a loan that is marked paid has its phase beside the status', () => {
  const badge = <StatusBadge kind="loan" status="LOAN_POSTED" phase="OVERDUE" days={{ days: 3 }} />

  expect(show(badge).textContent).toBe('Marked PaidLate by 3 days')
})

test('only pending and complete transactions show a status', () => {
  for (const status of ['FAILED', 'REVERSED', 'HELD', 'constructor']) {
    expect(show(<TransactionStatus status={status} />).innerHTML).toBe('')
  }
  expect(show(<TransactionStatus status="DONE" />).textContent).toBe('Complete')
})

test('the stepper marks one step, or none once all are done', () => {
  const running = show(<LoanStepper current="runs" share={0.5} />)
  const seized = show(<LoanStepper current="notice" ending="seizure" />)
  const done = show(<LoanStepper current={null} />)

  expect(running.querySelector('[aria-current="step"]')?.textContent).toContain('Loan running')
  expect(seized.textContent).toContain('Domain to lender')
  expect(seized.textContent).not.toContain('Domain returned')
  expect(done.querySelector('[aria-current]')).toBeNull()
  expect(done.querySelectorAll('[data-state="done"]')).toHaveLength(6)
})

test('the move bar tells whose move, by when, else what', () => {
  const page = show(
    <MoveBar
      whose="lender"
      what="Confirm your repayment"
      by="2026-10-17T09:30:00Z"
      now="2026-10-14T14:10:00Z"
      otherwise="An operator reviews it"
    />,
  )

  expect([...page.querySelectorAll('dt')].map((term) => term.textContent)).toEqual([
    "Lender's move",
    'By',
    'Otherwise',
  ])
  expect(page.textContent).toContain('Sat 17 Oct 2026')
  expect(page.textContent).toContain('09:30 UTC, 2 days 19 hours left')
})

test('an internationalised name always shows its other form', () => {
  expect(show(<DomainName name="bücherkai.de" size="card" />).textContent).toBe(
    'bücherkai.dexn--bcherkai-65a.de',
  )
})

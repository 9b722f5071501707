import { expect, type Page } from '@playwright/test'
import { open, register, somebody } from './journey.ts'
import { loanId, places, showLoan } from './loan-wire.ts'

export const loanPath = `/app/escrow/${loanId}`

type Shown = Parameters<typeof showLoan>

/** The screen of one loan, with a server that answers as it is told. */
export async function openLoan(page: Page, loan: Shown[1], answers: Shown[2] = {}) {
  await register(page, somebody())
  const sent = await showLoan(page, loan, answers)
  await open(page, loanPath)
  return sent
}

export const at = (phase: (typeof places)[number]['phase']) =>
  places.find((place) => place.phase === phase) ?? places[0]

export const actions = (page: Page) => page.getByRole('region', { name: 'Actions' })

export const press = (page: Page, name: string) =>
  actions(page).getByRole('button', { name, exact: true }).click()

/** On a phone most of it stands behind a tab. */
export async function turnTo(page: Page, tab: string) {
  const button = page.getByRole('tab', { name: tab })
  await expect(button.or(page.getByRole('region', { name: 'Terms' })).first()).toBeVisible()
  if (await button.isVisible()) await button.click()
}

export const dispute = {
  reason: 'FUNDING_NOT_RECEIVED',
  words: 'The loan money did not come',
  statement: 'I looked at the account on three days.',
  by: 'BORROWER',
  opened_at: '2026-10-14T10:00:00.000Z',
}

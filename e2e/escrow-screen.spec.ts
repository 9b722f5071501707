import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { dialog } from './domain-dialog.ts'
import { desk, expect, open, register, settled, somebody, test } from './journey.ts'
import { actions, at, dispute, loanPath, openLoan, press, turnTo } from './loan-page.ts'
import { loanId, loanSeen, places, showLoan } from './loan-wire.ts'

const labels = {
  PENDING_SIGNATURE: 'Pending Signature',
  NEW: 'Waiting for Transfer',
  DOMAIN_IN_CUSTODY: 'Waiting for Payment',
  LOAN_POSTED: 'Marked Paid',
  ESCALATED: 'Disputed',
  FINALIZED_LENDER_SEIZURE: 'Seized',
  FINALIZED_PLATFORM_SEZIURE: 'Seized',
  FINALIZED_RETURN_TO_BORROWER: 'Complete',
  CANCELLED: 'Cancelled',
} as const
const buttons = {
  finalize: 'Finalize',
  escalate: 'Escalate',
  markPaid: 'Mark Paid',
  cancel: 'Cancel',
}

for (const role of ['BORROWER', 'LENDER'] as const) {
  test(
    `every step of a loan says to the ${role.toLowerCase()} whose move it is and what is open`,
    desk,
    async ({ page }) => {
      test.slow() // Twenty states in one login.
      let loan = loanSeen(places[0], { role })
      await register(page, somebody())
      await showLoan(page, () => loan)
      for (const place of places) {
        loan = loanSeen(place, { role })
        await open(page, loanPath)

        const main = page.getByRole('main')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('lanternfish.com')
        await expect(main.getByText(labels[place.status], { exact: true }).first()).toBeVisible()
        if (loan.receipt) await expectEnded(page, loan.receipt)
        else {
          await expect(main.getByText(loan.move.title, { exact: true }).first()).toBeVisible()
          if (loan.on_deadline) await expect(main).toContainText(loan.on_deadline)
          await expectButtons(page, loan)
        }
        await expectWithin(page, `${place.phase} as ${role}`)
      }
    },
  )
}

/** All four are there and can be reached; what is shut says why and does nothing. */
async function expectButtons(page: Page, loan: ReturnType<typeof loanSeen>) {
  for (const [action, name] of Object.entries(buttons)) {
    const button = actions(page).getByRole('button', { name, exact: true })
    const told = loan.actions.find((each) => each.action === action)
    const second = loan.actions.some(
      (each) => ['claimDefault', 'surrender'].includes(each.action) && each.open,
    )
    await expect(button).toBeVisible()
    if (told?.open || (action === 'finalize' && second))
      await expect(button).not.toHaveAttribute('aria-disabled')
    else {
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await expect(button).toHaveAccessibleDescription(told?.why_not ?? '')
    }
  }
}

/** None of the four can be pressed any more, and none is shown: the end, its sums and what is next are. */
async function expectEnded(
  page: Page,
  receipt: NonNullable<ReturnType<typeof loanSeen>['receipt']>,
) {
  await expect(page.getByRole('heading', { level: 2, name: receipt.headline })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(receipt.sentence)
  for (const name of Object.values(buttons))
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible()
  for (const { title } of receipt.next)
    await expect(page.getByRole('heading', { level: 3, name: title })).toBeVisible()
}

/** Nothing stands out at the side. */
async function expectWithin(page: Page, what: string) {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(over, what).toBeLessThanOrEqual(0)
}

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in the ${colorScheme} scheme`, () => {
    test.use({ colorScheme })

    test('a loan has no accessibility fault, nor have its dialogs', async ({ page }) => {
      test.slow() // Five readings of a long page.
      let loan = loanSeen(at('OVERDUE'), { role: 'LENDER' })
      await register(page, somebody())
      await showLoan(page, () => loan)
      for (const [phase, role] of [
        ['ACTIVE', 'BORROWER'],
        ['AWAITING_PAYMENT', 'LENDER'],
        ['DISPUTED', 'BORROWER'],
        ['ENDED', 'BORROWER'],
      ] as const) {
        loan = loanSeen(at(phase), { role, change: phase === 'DISPUTED' ? { dispute } : {} })
        await open(page, loanPath)
        await expectNoFaults(page, phase)
      }
      loan = loanSeen(at('OVERDUE'), { role: 'LENDER' })
      await open(page, loanPath)
      for (const name of ['Finalize', 'Escalate']) {
        await press(page, name)
        await expect(dialog(page)).toBeVisible()
        await page.waitForTimeout(250) // It fades in, and half of a colour has no contrast.
        await expectNoFaults(page, `the dialog ${name}`)
        await page.keyboard.press('Escape')
        await expect(dialog(page)).toBeHidden()
      }
    })
  })

async function expectNoFaults(page: Page, what: string) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
  expect(faults, what).toEqual([])
}

test('the history shows the last four events, and all of them on demand', async ({ page }) => {
  await openLoan(page, loanSeen(at('ACTIVE'), { role: 'BORROWER' }))
  await turnTo(page, 'Files')

  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem')).toHaveCount(4)
  await expect(history.getByRole('listitem').first()).toContainText('Reminder sent')
  await history.getByRole('button', { name: 'All 8 events' }).click()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(8)
  await expect(dialog(page).getByRole('listitem').last()).toContainText('You accepted the offer')
})

test('a long history is read on demand, page by page', async ({ page }) => {
  await register(page, somebody())
  await showLoan(page, loanSeen(at('ACTIVE'), { role: 'BORROWER' }))
  await page.route(`**/api/escrow/${loanId}/events?**`, (route) => {
    const wanted = Number(new URL(route.request().url()).searchParams.get('page'))
    const events = [1, 2].map((at) => {
      const seq = (2 - wanted) * 2 + at
      const words = `Event ${seq}`
      return {
        seq,
        at: '2026-07-01T09:00:00.000Z',
        action: 'remind',
        by: 'SYSTEM',
        words,
        hash: '',
      }
    })
    return route.fulfill({ json: { events, pages: 2, total: 4 } })
  })
  await open(page, loanPath)
  await turnTo(page, 'Files')

  await page.getByRole('button', { name: 'All 4 events' }).click()
  await expect(dialog(page).getByRole('listitem')).toHaveText([/Event 4/, /Event 3/])
  await dialog(page).getByRole('button', { name: 'Show older events' }).click()
  await expect(dialog(page).getByRole('listitem')).toHaveText([
    /Event 4/,
    /Event 3/,
    /Event 2/,
    /Event 1/,
  ])
  await expect(dialog(page).getByRole('button', { name: 'Show older events' })).toBeHidden()
})

test('a loan that ended keeps its chat, its terms and its history behind one button', async ({
  page,
}) => {
  await openLoan(page, loanSeen(at('ENDED'), { role: 'BORROWER' }))

  const opener = page.getByRole('button', { name: 'Open chat and history' })
  await expect(opener).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('region', { name: 'Terms' })).toHaveCount(0)
  await opener.click()
  for (const name of ['Chat', 'Terms', 'History'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Close chat and history' }).click()
  await expect(page.getByRole('region', { name: 'Terms' })).toHaveCount(0)
})

test('the pinwheel makes one quarter turn when an end is first seen, and stands after that', async ({
  page,
}) => {
  await openLoan(page, loanSeen(at('ENDED'), { role: 'BORROWER' }))
  const wheel = page.locator('[data-pinwheel]')
  const angle = () => wheel.locator('svg').evaluate(({ style }) => style.transform)

  await expect(wheel).toHaveAttribute('data-pinwheel', 'turns')
  await expect.poll(angle).toBe('rotate(20deg)')
  await open(page, loanPath)
  await expect(wheel).toHaveAttribute('data-pinwheel', 'stands')
  expect(await angle()).toBe('rotate(20deg)')
})

test('the menu shows a loan with those of the side its reader is on', async ({ page }) => {
  let loan = loanSeen(at('ACTIVE'), { role: 'BORROWER' })
  await register(page, somebody())
  await showLoan(page, () => loan)
  const menu = page.getByRole('navigation', { name: 'App' })
  for (const [role, group] of [
    ['BORROWER', 'Borrow'],
    ['LENDER', 'Lend'],
  ] as const) {
    loan = loanSeen(at('ACTIVE'), { role })
    await open(page, loanPath)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('lanternfish.com')
    if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Menu' }).click()
    const shelf = menu.getByRole('list', { name: group }).getByRole('link', { name: 'My Loans' })
    await expect(shelf).toHaveAttribute('aria-current', 'true')
    await expect(menu.locator('[aria-current]')).toHaveCount(1)
  }
})

test('once all is paid in parts, the lender confirms it and the borrower waits', async ({
  page,
}) => {
  const paid = (role: 'BORROWER' | 'LENDER') =>
    loanSeen(at('ACTIVE'), { role, stand: { isPaidUp: true } })
  let loan = paid('BORROWER')
  await register(page, somebody())
  await showLoan(page, () => loan)
  await open(page, loanPath)
  await expect(page.getByText('Teodor Nyberg finalizes the loan')).toBeVisible()
  await expect(page.getByRole('button', { name: 'I am paying now' })).toHaveCount(0)

  loan = paid('LENDER')
  await open(page, loanPath)
  await page.getByRole('button', { name: 'Confirm I was repaid' }).click()
  await expect(dialog(page)).toContainText('The domain goes back to')
})

test('a loan of other people is not there', async ({ page }) => {
  await register(page, somebody())
  await open(page, loanPath)

  await expect(page.getByText('There is no such loan')).toBeVisible()
  await open(page, '/app/escrow/nonsense')
  await expect(page.getByText('There is no such loan')).toBeVisible()
})

test('a loan that did not load can be tried again, and its heading waits meanwhile', async ({
  page,
}) => {
  await register(page, somebody())
  let isDown = true
  await showLoan(page, loanSeen(at('ACTIVE'), { role: 'BORROWER' }))
  await page.route(`**/api/escrow/${loanId}`, (route) =>
    isDown
      ? route.fulfill({ status: 503, json: { code: 'unavailable', message: 'No' } })
      : route.fallback(),
  )
  await page.goto(loanPath)
  await expect(page.getByText('This loan did not load')).toBeVisible({ timeout: 30_000 })

  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await settled(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('lanternfish.com')
})

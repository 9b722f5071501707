import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Loan } from '../../../api/loans/loans.ts'
import { dispute, loanSeen, places } from '../../../testing/given/loan.ts'
import { expectNoFaults, expectWithin } from '../../../testing/screen/browser/accessibility.ts'
import { refusal } from '../../../testing/screen/fake-server.ts'
import {
  actions,
  at,
  loanPath,
  openLoan,
  press,
  turnTo,
} from '../../../testing/screen/pages/loan-page.ts'
import { dialog, expectCount } from '../../../testing/screen/browser/locators.ts'
import { openApp, settled } from '../../../testing/screen/open-app.tsx'
import { isPhone, testOnBoth } from '../../../testing/screen/browser/sizes.ts'

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
    { timeout: 180_000 },
    async () => {
      let loan = loanSeen(places[0], { role })
      const app = await openLoan(() => loan)
      for (const place of places) {
        loan = loanSeen(place, { role })
        await app.open()

        const main = page.getByRole('main')
        await expect
          .element(page.getByRole('heading', { level: 1 }))
          .toHaveTextContent('lanternfish.com')
        await expect
          .element(main.getByText(labels[place.status], { exact: true }).first())
          .toBeVisible()
        if (loan.receipt) await expectEnded(loan.receipt)
        else {
          await expect
            .element(main.getByText(loan.move.title, { exact: true }).first())
            .toBeVisible()
          if (loan.on_deadline) await expect.element(main).toMatchTextContent(loan.on_deadline)
          await expectButtons(loan)
        }
        expectWithin(`${place.phase} as ${role}`)
      }
    },
  )
}

/** All four buttons are there and focusable; a closed one says why and does nothing. */
async function expectButtons(loan: Loan) {
  for (const [action, name] of Object.entries(buttons)) {
    const button = actions().getByRole('button', { name, exact: true })
    const told = loan.actions.find((each) => each.action === action)
    const second = loan.actions.some(
      (each) => ['claimDefault', 'surrender'].includes(each.action) && each.open,
    )
    await expect.element(button).toBeVisible()
    if (told?.open || (action === 'finalize' && second))
      await expect.element(button).not.toHaveAttribute('aria-disabled')
    else {
      await expect.element(button).toHaveAttribute('aria-disabled', 'true')
      await expect.element(button).toHaveAccessibleDescription(told?.why_not ?? '')
    }
  }
}

/** None of the four buttons is shown any more, but the end, its sums and what comes next are. */
async function expectEnded(receipt: NonNullable<Loan['receipt']>) {
  await expect
    .element(page.getByRole('heading', { level: 2, name: receipt.headline }))
    .toBeVisible()
  await expect.element(page.getByRole('main')).toMatchTextContent(receipt.sentence)
  for (const name of Object.values(buttons))
    await expectCount(page.getByRole('button', { name, exact: true }), 0)
  await expect.element(page.getByRole('region', { name: 'Receipt' })).toBeVisible()
  for (const { title } of receipt.next)
    await expect.element(page.getByRole('heading', { level: 3, name: title })).toBeVisible()
}

for (const scheme of ['light', 'dark'] as const)
  describe(`in the ${scheme} scheme`, () => {
    testOnBoth('a loan has no accessibility fault, nor have its dialogs', async () => {
      let loan = loanSeen(at('ACTIVE'), { role: 'BORROWER' })
      const app = await openLoan(() => loan, {}, { scheme })
      for (const [phase, role] of [
        ['ACTIVE', 'BORROWER'],
        ['AWAITING_PAYMENT', 'LENDER'],
        ['DISPUTED', 'BORROWER'],
        ['ENDED', 'BORROWER'],
      ] as const) {
        loan = loanSeen(at(phase), { role, change: phase === 'DISPUTED' ? { dispute } : {} })
        await app.open()
        await expectNoFaults(phase)
      }
      loan = loanSeen(at('OVERDUE'), { role: 'LENDER' })
      await app.open()
      for (const name of ['Finalize', 'Escalate']) {
        await press(name)
        await expect.element(dialog()).toHaveStyle({ opacity: '1' })
        await expectNoFaults(`the dialog ${name}`)
        await userEvent.keyboard('{Escape}')
        await expectCount(dialog(), 0)
      }
    })
  })

testOnBoth('the history shows the last four events, and all of them on demand', async () => {
  await openLoan(loanSeen(at('ACTIVE'), { role: 'BORROWER' }))
  await turnTo('Files')

  const history = page.getByRole('region', { name: 'History' })
  await expectCount(history.getByRole('listitem'), 4)
  await expect.element(history.getByRole('listitem').first()).toMatchTextContent('Reminder sent')
  await history.getByRole('button', { name: 'All 8 events' }).click()
  await expectCount(dialog().getByRole('listitem'), 8)
  await expect
    .element(dialog().getByRole('listitem').last())
    .toMatchTextContent('You accepted the offer')
})

testOnBoth('a long history is read on demand, page by page', async () => {
  const event = (seq: number) => ({
    seq,
    at: '2026-07-01T09:00:00.000Z',
    action: 'remind',
    by: 'SYSTEM' as const,
    words: `Event ${seq}`,
    hash: '',
  })
  await openLoan(loanSeen(at('ACTIVE'), { role: 'BORROWER' }), {
    'GET /escrow/:id/events': ({ query }) => {
      const before = (2 - Number(query.get('page'))) * 2
      return { events: [event(before + 1), event(before + 2)], pages: 2, total: 4 }
    },
  })
  await turnTo('Files')

  const read = () =>
    dialog()
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => /Event \d/.exec(textContent)?.[0])
  await page.getByRole('button', { name: 'All 4 events' }).click()
  await expect.poll(read).toEqual(['Event 4', 'Event 3'])
  await dialog().getByRole('button', { name: 'Show older events' }).click()
  await expect.poll(read).toEqual(['Event 4', 'Event 3', 'Event 2', 'Event 1'])
  await expectCount(dialog().getByRole('button', { name: 'Show older events', exact: false }), 0)
})

testOnBoth(
  'a loan that ended keeps its chat, its terms and its history behind one button',
  async () => {
    await openLoan(loanSeen(at('ENDED'), { role: 'BORROWER' }))

    const opener = page.getByRole('button', { name: 'Open chat and history' })
    await expect.element(opener).toHaveAttribute('aria-expanded', 'false')
    await expectCount(page.getByRole('region', { name: 'Terms', exact: false }), 0)
    await opener.click()
    for (const name of ['Chat', 'Terms', 'History'])
      await expect.element(page.getByRole('region', { name, exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Close chat and history' }).click()
    await expectCount(page.getByRole('region', { name: 'Terms', exact: false }), 0)
  },
)

testOnBoth(
  'the pinwheel makes one quarter turn when an end is first seen, and stands after that',
  async () => {
    const app = await openLoan(loanSeen(at('ENDED'), { role: 'BORROWER' }))
    const wheel = page.getByCSS('[data-pinwheel]')
    const angle = () => wheel.getByCSS('svg').element().style.transform

    await expect.element(wheel).toHaveAttribute('data-pinwheel', 'turns')
    await expect.poll(angle).toBe('rotate(20deg)')
    await app.open()
    await expect.element(wheel).toHaveAttribute('data-pinwheel', 'stands')
    expect(angle()).toBe('rotate(20deg)')
  },
)

testOnBoth('the menu shows a loan with those of the side its reader is on', async () => {
  let loan = loanSeen(at('ACTIVE'), { role: 'BORROWER' })
  const app = await openLoan(() => loan)
  const menu = page.getByRole('navigation', { name: 'App' })
  for (const [role, group] of [
    ['BORROWER', 'Borrow'],
    ['LENDER', 'Lend'],
  ] as const) {
    loan = loanSeen(at('ACTIVE'), { role })
    await app.open()
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('lanternfish.com')
    if (isPhone()) await page.getByRole('button', { name: 'Menu' }).click()
    const shelf = menu.getByRole('list', { name: group }).getByRole('link', { name: 'My Loans' })
    await expect.element(shelf).toHaveAttribute('aria-current', 'true')
    await expectCount(menu.getByCSS('[aria-current]'), 1)
  }
})

testOnBoth('once all is paid in parts, the lender confirms it and the borrower waits', async () => {
  const paid = (role: 'BORROWER' | 'LENDER') =>
    loanSeen(at('ACTIVE'), { role, guardFacts: { isPaidUp: true } })
  let loan = paid('BORROWER')
  const app = await openLoan(() => loan)
  await expect.element(page.getByText('Teodor Nyberg finalizes the loan')).toBeVisible()
  await expectCount(page.getByRole('button', { name: 'I am paying now', exact: false }), 0)

  loan = paid('LENDER')
  await app.open()
  await page.getByRole('button', { name: 'Confirm I was repaid' }).click()
  await expect.element(dialog()).toMatchTextContent('The domain is released to')
})

testOnBoth('a loan of other people is not there', async () => {
  const app = await openApp(loanPath, {
    answers: {
      'GET /escrow/:id': ({ params: [id] }) =>
        id === 'nonsense'
          ? refusal(400, 'invalid_input', 'Check the form: a value is missing or not valid')
          : refusal(404, 'escrow_not_found', 'Loan not found'),
    },
  })

  await expect.element(page.getByText('Loan not found')).toBeVisible()
  await app.open('/app/escrow/nonsense')
  await expect.element(page.getByText('Loan not found')).toBeVisible()
})

testOnBoth(
  'a loan that did not load can be tried again, and its heading waits meanwhile',
  async () => {
    const loan = loanSeen(at('ACTIVE'), { role: 'BORROWER' })
    let isDown = true
    await openLoan(loan, {
      'GET /escrow/:id': () => (isDown ? refusal(503, 'unavailable', 'No') : loan),
    })
    await expect.element(page.getByText('This loan could not be loaded')).toBeVisible()

    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await settled()
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('lanternfish.com')
  },
)

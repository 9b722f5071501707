import type { Page } from '@playwright/test'
import { dialogOf } from '../steps/domains.ts'
import { dialog } from '../steps/domain-dialog.ts'
import { desk } from '../steps/journey.ts'
import { actions, press } from '../steps/loan-page.ts'
import { callFrom, listedDomain } from '../steps/market.ts'
import { topUpByCard } from '../steps/payment.ts'
import {
  agree,
  approve,
  askFor,
  byTheNextNews,
  confirm,
  deckStep,
  expect,
  expectMove,
  expectStatus,
  endedHistory,
  mara,
  openBoth,
  settle,
  signatureModal,
  signBoth,
  teodor,
  test,
} from '../steps/two-people.ts'

test.setTimeout(420_000) // One domain is verified, moved, and lent against three times.

test(
  'a loan is cancelled at each of the three statuses before it is paid, and both sides see it',
  desk,
  async ({ page: borrower, lender }) => {
    const sides = { borrower, lender }
    await settle(borrower, mara())
    await topUpByCard(borrower, '50')
    const domain = await listedDomain(borrower)
    await settle(lender, teodor())

    await test.step('before the signatures, by the lender', async () => {
      await openBoth(sides, await agree(sides, domain.id))
      await signatureModal(lender).getByRole('button', { name: 'Cancel Loan' }).click()
      const ask = dialogOf(lender, 'Cancel this loan?')
      await ask.getByRole('button', { name: 'Cancel Loan' }).click()
      await expect(signatureModal(borrower)).toBeHidden()
      await expectCancelled(sides, 'Signatures', 'Teodor Nyberg cancelled the loan')
    })
    await test.step('while the domain is to come, by the borrower', async () => {
      const id = await agree(sides, domain.id)
      await signBoth(sides, id)
      await openBoth(sides, id)
      await expectMove(lender, "Borrower's move", 'Mara Lindqvist transfers the domain to us')
      await press(borrower, 'Cancel')
      await dialog(borrower).getByRole('button', { name: 'Keep loan' }).click()
      await expect(dialog(borrower)).toHaveCount(0)
      await expectStatus(borrower, 'Waiting for Transfer')
      await press(borrower, 'Cancel')
      await confirm(borrower, 'Cancel Loan', 'Loan cancelled')
      await expectCancelled(sides, 'Domain in custody', 'You cancelled the loan')
    })
    await test.step('with the domain in custody: not while the lender pays, then by the borrower', async () => {
      const id = await agree(sides, domain.id)
      await signBoth(sides, id)
      await askFor(borrower, domain)
      await openBoth(sides, id)
      await approve(domain.name)
      await expect(lender.getByRole('button', { name: 'I am paying now' })).toBeVisible(
        byTheNextNews,
      )
      await lender.getByRole('button', { name: 'I am paying now' }).click()
      const cancel = actions(borrower).getByRole('button', { name: 'Cancel', exact: true })
      await expect(cancel).toHaveAccessibleDescription(
        'The lender is paying. Possible again after 72 hours.',
      )
      await takeBack(lender)
      await expect(cancel).toHaveAccessibleDescription(
        'Possible until the lender opens your payment details. Takes effect at once.',
      )
      await press(borrower, 'Cancel')
      await confirm(borrower, 'Cancel Loan', 'Loan cancelled')
      await expectCancelled(sides, 'Payment', 'You cancelled the loan')
    })
    const { status } = await callFrom(borrower, 'GET', `/domains/${domain.id}`)
    expect(status).toBe('CUSTODY_PAID')
  },
)

type Sides = { borrower: Page; lender: Page }

async function expectCancelled({ borrower, lender }: Sides, step: string, words: string) {
  for (const page of [borrower, lender]) {
    await expectStatus(page, 'Cancelled')
    await expect(deckStep(page)).toContainText(step)
    await expect(deckStep(page)).toContainText('cancelled')
    for (const name of ['Cancel', 'Escalate', 'Finalize', 'Mark Paid'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Receipt' })).toContainText(
      'No payment was confirmed on this loan.',
    )
  }
  await expect(await endedHistory(borrower)).toContainText(words)
}

/** The lender has seen the payment details, and declares that nothing was sent. */
async function takeBack(lender: Page) {
  await lender.getByRole('button', { name: 'I did not send it' }).click()
  await dialog(lender).getByLabel('Type “I did not send it”').fill('I did not send it')
  await confirm(lender, 'I did not send it', 'Claim withdrawn')
}

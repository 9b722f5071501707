import type { CallOutput } from '@pier/protocol/calls/calls'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { self } from '../../../testing/answers.ts'
import { line, noLines } from '../../../testing/given/transactions.ts'
import { type Answers, refusal } from '../../../testing/screen/fake-server.ts'
import { expectCount, expectTexts } from '../../../testing/screen/browser/locators.ts'
import { openApp } from '../../../testing/screen/open-app.tsx'
import { testOnBoth } from '../../../testing/screen/browser/sizes.ts'

type Lines = CallOutput<'GET /transactions'>

const dialog = () => page.getByRole('dialog', { name: 'Withdraw', exact: true })
const withdraw = () => dialog().getByRole('button', { name: 'Withdraw' })
const row = (text: string) => page.getByRole('row').filter({ hasText: text })

/** A user with this balance, some of it paid in by card, who withdraws it. */
async function openWithdrawal(
  { available, to_card }: { available: number; to_card: number },
  answers: Answers = {},
) {
  let lines: Lines = { ...noLines, available }
  const server = await openApp('/app/transactions', {
    answers: {
      'GET /transactions': () => lines,
      'GET /transactions/withdrawal': { available, to_card, blocked: null },
      ...answers,
    },
  })
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  return { ...server, take }

  /** What the server answers to a withdrawal, with its line in the list from then on. */
  function take(): CallOutput<'POST /transactions/withdrawals'> {
    const asked = line({ type: 'Withdrawal', amount: -available, status: 'PENDING' })
    lines = { ...noLines, transactions: [asked], pages: 1 }
    return { id: asked.id, pays_at: '2026-10-15T10:00:00.000Z' }
  }
}

test('what came as coins goes to an address', async () => {
  const { sent, answers, take } = await openWithdrawal({ available: 30, to_card: 0 })
  answers['POST /transactions/withdrawals'] = take

  await expectTexts(dialog().getByCSS('dd'), ['$0.00', '$30.00'])
  await withdraw().click()
  await expect.element(dialog().getByText(/Enter a payout address$/)).toBeVisible()
  expect(sent).toEqual([])
  await dialog().getByLabelText('Network').selectOptions('USDT on Tron')
  await dialog().getByLabelText('Address').fill('TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf')
  await withdraw().click()

  await expect.element(row('Withdrawal')).toMatchTextContent('\u2212$30.00')
  expect(sent).toEqual([
    {
      call: 'POST /transactions/withdrawals',
      body: {
        amount: 30,
        crypto_network: 'USDT on Tron',
        crypto_address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
      },
    },
  ])
})

test('an old login confirms a withdrawal once more, and may back out of that alone', async () => {
  const { answers, take } = await openWithdrawal(
    { available: 20, to_card: 20 },
    {
      'POST /transactions/withdrawals': refusal(403, 'step_up_required', 'Confirm that it is you', {
        action: 'withdraw',
        object: self.id,
        methods: ['password'],
      }),
      'POST /users/step-up': null,
    },
  )
  await withdraw().click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect.element(confirm).toMatchTextContent('Withdraw $20.00')
  await userEvent.keyboard('{Escape}')
  await expectCount(confirm, 0)
  await expect.element(dialog().getByLabelText('Amount in USD')).toHaveValue('20.00')

  await withdraw().click()
  await confirm.getByLabelText('Password', { exact: true }).fill('seven quiet herons')
  answers['POST /transactions/withdrawals'] = take
  await confirm.getByRole('button', { name: 'Confirm' }).click()

  await expectCount(dialog(), 0)
  await expect.element(row('Withdrawal')).toMatchTextContent('Pending')
})

testOnBoth('nothing is withdrawn below the least amount, and the dialog says why', async () => {
  await openWithdrawal({ available: 0, to_card: 0 })

  await expect
    .element(dialog())
    .toMatchTextContent('The minimum withdrawal is $10.00. You have $0.00.')
  await expectCount(dialog().getByLabelText('Amount in USD'), 0)
  await dialog().getByRole('button', { name: 'Back' }).click()
  await expectCount(dialog(), 0)
})

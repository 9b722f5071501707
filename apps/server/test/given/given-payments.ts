import { invariant } from '../../src/platform/app-error.ts'
import type { TestBrowser } from '../test-browser.ts'
import type { Payments } from '@pier/stand-ins/payments/payments'

type Line = {
  id: string
  type: string
  amount: number
  method: string
  status: string
  note: string | null
  reference: string
  can_cancel: boolean
}
type Page = {
  transactions: Line[]
  pages: number
  available: number
  held: number
  reconciliation: { at: string; difference: number } | null
}

/** What people do with their balance, through the calls and the pages they use. */
export function givenPayments(payments: () => Payments) {
  const given = {
    /** The id of the payment page opened at the card provider. */
    async cardPage(browser: TestBrowser, amount: number | string = 50) {
      const reply = await browser.post('/transactions/stripe-session', { amount })
      return lastPart(uriOf(reply))
    },

    async cryptoPage(browser: TestBrowser, amount: number | string = 50) {
      const reply = await browser.post('/transactions/nowpayments-session', { amount })
      return new URL(uriOf(reply)).searchParams.get('iid') ?? ''
    },

    async transactions(browser: TestBrowser): Promise<Page> {
      return (await browser.get('/transactions?limit=100')).json<Page>()
    },

    async balance(browser: TestBrowser): Promise<number> {
      return (await browser.get('/users/self')).json<{ balance: number }>().balance
    },

    /** A card payment that has arrived, by the id of its payment intent. */
    async paidByCard(browser: TestBrowser, amount = 50): Promise<string> {
      const before = await given.balance(browser)
      const page = await given.cardPage(browser, amount)
      const { session } = payments().card.pay(page)
      await until(async () => (await given.balance(browser)) === before + amount)
      return String(session.payment_intent)
    },
  }
  return given
}

/** A failed precondition would make the test meaningless. */
function uriOf(reply: { statusCode: number; body: string }): string {
  invariant(reply.statusCode === 200, `no page to pay on: ${reply.body}`)
  return (JSON.parse(reply.body) as { uri: string }).uri
}

const lastPart = (uri: string) => uri.split('/').at(-1) ?? ''

/** Waits for the effect of a job. */
export async function until(isThere: () => Promise<boolean>, pauseMs = 50): Promise<void> {
  for (let attempt = 0; attempt < 900; attempt++) {
    if (await isThere()) return
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs)
    })
  }
  throw new Error('It did not come about')
}

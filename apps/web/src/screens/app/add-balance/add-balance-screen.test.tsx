import { expect, test, vi } from 'vitest'
import { self } from '../../../testing/answers.ts'
import { type Answers, openScreen, refuse } from '../../../testing/open-screen.tsx'
import { findAll, getNamed, press, type } from '../../../testing/page.ts'
import AddBalanceScreen from './add-balance-screen.tsx'

const uri = 'https://pay.example/session/1'
const list = { transactions: [], pages: 0, available: 12.5, held: 0 }

async function open(answers: Answers = {}) {
  const { sent } = await openScreen(<AddBalanceScreen />, {
    path: '/app/add-balance',
    answers: {
      'GET /users/self': self,
      'GET /transactions': list,
      'POST /transactions/nowpayments-session': { uri },
      'POST /transactions/stripe-session': { uri },
      ...answers,
    },
  })
  return () =>
    sent.filter(({ name }) => name.endsWith('-session')).map(({ name, body }) => [name, body])
}

const forms = [
  ['Crypto', 'Pay with Cryptocurrency', 'nowpayments', 'crypto payment provider'],
  ['Card', 'Pay with Card', 'stripe', 'card payment provider'],
] as const
const formOf = (title: string) =>
  getNamed('heading', title).closest('section') ?? document.createElement('section')

test('the screen says what the balance is for and how much it is', async () => {
  await open()

  expect(document.body.textContent).toContain('pays registry fees for transferring and renewing')
  expect(document.body.textContent).toContain('Renewal applies after 1 year on the platform')
  expect(document.querySelector('[aria-label="Current balance"]')?.textContent).toContain('$12.50')
})

test.each(forms)('%s: an amount in USD, sent by %s', async (title, button, provider, processor) => {
  const opened = { opener: window, location: { replace: vi.fn<(to: string) => void>() } }
  const sent = await open()
  vi.stubGlobal('open', () => opened)
  const section = formOf(title)
  const [field] = findAll('field', section)
  expect(section.textContent).toContain('Amount in USD')
  expect(section.textContent).toContain(`Processed by our ${processor}`)
  if (field) field.setAttribute('aria-label', title) // Two forms have a field of this name.

  await type(title, '50.5')
  await press('button', button)

  expect(sent()).toEqual([[`POST /transactions/${provider}-session`, { amount: 50.5 }]])
  expect(opened.location.replace).toHaveBeenCalledExactlyOnceWith(uri)
})

test.each(forms)(
  '%s: what is no number is an Invalid amount, and is not sent',
  async (title, button) => {
    const sent = await open()
    const [field] = findAll('field', formOf(title))
    if (field) field.setAttribute('aria-label', title)
    await type(title, 'ten')
    await press('button', button)

    expect(formOf(title).textContent).toContain('Invalid amount')
    expect(sent()).toEqual([])
  },
)

test.each(['0', '99999999'])(
  'an amount of %s is sent all the same, for the server to say',
  async (amount) => {
    vi.stubGlobal('open', () => null)
    const sent = await open({
      'POST /transactions/stripe-session': refuse(422, 'Words of the server', { field: 'amount' }),
    })
    const [field] = findAll('field', formOf('Card'))
    if (field) field.setAttribute('aria-label', 'Card')
    await type('Card', amount)
    await press('button', 'Pay with Card')

    expect(sent()).toEqual([['POST /transactions/stripe-session', { amount: Number(amount) }]])
    expect(formOf('Card').textContent).toContain('Words of the server')
  },
)

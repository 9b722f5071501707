import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { littleQuote, quoteOf } from '../../testing/given/quotes.ts'
import {
  expectNoFaultsDayAndNight,
  expectWithin,
} from '../../testing/screen/browser/accessibility.ts'
import { focusOn } from '../../testing/screen/browser/locators.ts'
import { slowMs, testOnBoth } from '../../testing/screen/browser/sizes.ts'
import { openPage } from '../../testing/screen/open-page.tsx'
import { NoQuote } from './no-quote.tsx'
import { QuotePage } from './quote-page.tsx'
import type { Quote } from './quote-view.ts'

const nowMs = Date.parse('2026-10-14T14:06:00Z')
const open = (quote: Quote, search = '', part: string | null = null) =>
  openPage(<QuotePage quote={quote} part={part} nowMs={nowMs} />, `/quote/${quote.name}${search}`)
const region = (name: string) => page.getByRole('region', { name })
const field = (name: string) => page.getByRole('textbox', { name })

testOnBoth('the choice moves every sum at once, and a link carries it', async () => {
  const opened = await open(quoteOf())
  const borrow = region('What you could borrow')
  await expect.element(borrow).toMatchTextContent(/You would repay\s*\$10,363.84/)
  await expect.element(region('All it would cost')).toMatchTextContent(/In all\s*\$574.28/)
  await expect
    .element(region('All it would cost'))
    .toMatchTextContent('after 60 days instead: $292.36')

  await field('Loan amount').fill('14,500')
  await focusOn(page.getByRole('slider', { name: 'Term' }))
  await userEvent.keyboard('{ArrowRight}')

  await expect.element(field('Term')).toHaveValue('121')
  await expect.element(borrow).toMatchTextContent(/Adjusted for 121 days\s*5.80%/)
  await expect.poll(opened.path).toBe('/quote/saltlantern.com?amount=14500&term=121&apr=17.5')
})

testOnBoth('a link opens with the choice of whoever sent it', async () => {
  await open(quoteOf(), '?amount=2000&term=90&apr=20')

  await expect.element(field('APR')).toHaveValue('20')
  await expect.element(region('What you could borrow')).toMatchTextContent(/repay\s*\$2,098.63/)
})

test('terms that are not possible are said to be so, and no sum is shown', async () => {
  await open(quoteOf())

  await field('Loan amount').fill('ten thousand')

  await expect.element(page.getByText('Between $50 and $1,000,000')).toBeVisible()
  await expect.element(region('What you could borrow')).toMatchTextContent(/repay\s*not known yet/)
  await expect.element(region('All it would cost')).toMatchTextContent('Choose an amount')
})

test('a rate above 36% a year is said to be unusual', async () => {
  await open(quoteOf())

  await field('APR').fill('36.01')

  await expect.element(page.getByText('above 36% a year', { exact: false })).toBeVisible()
})

testOnBoth('where little is known nothing is made up', async () => {
  await open(littleQuote(), '', 'laden.xn--bcherhafen-9db.de')

  await expect.element(page.getByText('No value known', { exact: true })).toBeVisible()
  await expect.element(page.getByText('fewer than 5 loans on .de names of 9 to 13')).toBeVisible()
  await expect.element(page.getByText('200 loans or more paid out on all names')).toBeVisible()
  await expect.element(page.getByText('in 128 days: renew before a long loan')).toBeVisible()
  await expect.element(page.getByText('is a part of xn--bcherhafen-9db.de')).toBeVisible()
  await expect
    .element(page.getByText('xn--bcherhafen-9db.de', { exact: true }).first())
    .toBeVisible()
})

test('with fewer than five loans in all, no figure is shown', async () => {
  await open(littleQuote({ like: { ...littleQuote().like, all: null } }))

  await expect.element(region('What like names borrowed')).not.toMatchTextContent('median')
})

testOnBoth('getting started leads through registering to adding this very name', async () => {
  const opened = await open(quoteOf())

  await page.getByRole('link', { name: 'Get started' }).click()

  const next = encodeURIComponent('/app/my-domains/add?name=saltlantern.com')
  await expect.poll(opened.path).toBe(`/register#from=${next}`)
})

test('while the registry is asked, the page looks again by itself', async () => {
  const opened = await open(
    quoteOf({ state: 'asking', registered_at: null, expires_at: null, warnings: [] }),
  )

  await expect.element(page.getByText('We are asking the registry')).toBeVisible()
  await expect.poll(opened.reads).toBeGreaterThan(2)
})

test('a registry that takes too long has not answered, and nothing waits for it any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync')
  onTestFinished(() => void vi.useRealTimers())
  await open(quoteOf({ state: 'asking', registered_at: null, expires_at: null, warnings: [] }))
  await expect.element(page.getByText('The registry has not answered')).toBeVisible()

  expect(document.querySelector('[aria-busy="true"]')).toBeNull()
  await expect.element(page.getByText('Not known').first()).toBeVisible()
})

test('a registry that did not answer leaves the prices, and can be asked again', async () => {
  const opened = await open(quoteOf({ state: 'no_answer', registered_at: null, expires_at: null }))
  await expect.element(page.getByText('The registry has not answered')).toBeVisible()
  await expect.element(region('All it would cost')).toMatchTextContent(/without renewal\s*\$574.28/)
  const before = opened.reads()

  await page.getByRole('button', { name: 'Look again' }).click()

  await expect.poll(opened.reads).toBe(before + 1)
})

test.each([
  ['unregistered', 'Nobody has registered this name'],
  ['unsupported', 'We cannot hold .com names today'],
] as const)('a name that is %s has no calculator, and a way on', async (state, title) => {
  await open(quoteOf({ state, registered_at: null, expires_at: null }))

  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(page.getByLabelText('What could your name borrow?')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Get started' })).not.toBeInTheDocument()
})

test('what is no name can be corrected where it stands', async () => {
  const found = { kind: 'refused', message: 'A name has no spaces.', typed: 'kelp garden' } as const
  const opened = await openPage(<NoQuote found={found} />, '/quote/kelp')

  await expect.element(page.getByText('A name has no spaces.')).toBeVisible()
  await page.getByLabelText('What could your name borrow?').fill('kelpgarden.com')
  await userEvent.keyboard('{Enter}')

  await expect.poll(opened.path).toBe('/quote?name=kelpgarden.com')
})

testOnBoth(
  'no state of a quote has an accessibility fault',
  async () => {
    const value = { amount: 22_000, source: 'A test', at: '2026-09-01T00:00:00.000Z' }
    for (const quote of [
      quoteOf({ value }),
      littleQuote(),
      quoteOf({ state: 'unregistered', registered_at: null }),
    ]) {
      await open(quote, '?amount=12000&term=400&apr=40')
      await expectNoFaultsDayAndNight(`${quote.name} ${quote.state}`)
      document.body.replaceChildren()
    }
    for (const kind of ['limited', 'failed'] as const) {
      await openPage(<NoQuote found={{ kind }} />, '/quote/x')
      await expectNoFaultsDayAndNight(kind)
      document.body.replaceChildren()
    }
  },
  slowMs,
)

test('no quote scrolls sideways at 320 px', async ({ onTestFinished }) => {
  const [width, height] = [innerWidth, innerHeight]
  await page.viewport(320, 640)
  onTestFinished(() => page.viewport(width, height))
  await open(quoteOf({ value: { amount: 123_456_789, source: 'A test', at: quoteOf().as_of } }))
  expectWithin('a quote')
  await open(littleQuote({ name: `${'long-'.repeat(12)}name.com` }))
  expectWithin('a long name')
})

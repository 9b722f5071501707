import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FirstSteps } from '../../../../api/users.ts'
import { self } from '../../../../testing/answers.ts'
import { keepAccount } from '../../../../testing/given/account.ts'
import { doneStep, noSteps } from '../../../../testing/given/first-steps.ts'
import { loanLists } from '../../../../testing/given/loan-rows.ts'
import {
  expectNoFaultsDayAndNight,
  expectWithin,
} from '../../../../testing/screen/browser/accessibility.ts'
import { expectAt } from '../../../../testing/screen/browser/locators.ts'
import { testOnBoth } from '../../../../testing/screen/browser/sizes.ts'
import { table } from '../../../../testing/screen/browser/tables.ts'
import { type Answers, refusal } from '../../../../testing/screen/fake-server.ts'
import { openAny } from '../../../../testing/screen/pages/every-screen.ts'

const hanna = { ...self, name: 'Hanna Vogel', email: 'hanna@vogel.example', recovery_codes_left: 8 }
const twoDone: FirstSteps = { ...noSteps, email: doneStep, two_step: doneStep }

const openFirst = (steps: FirstSteps = twoDone, answers: Answers = {}) =>
  openAny('/app', { 'GET /users/self': hanna, 'GET /users/first-steps': steps, ...answers })

const list = () => table('Get ready for your first loan')
const step = (title: string) => list().getByRole('listitem').filter({ hasText: title })
const heading = () => page.getByRole('heading', { level: 1 })

testOnBoth('a new person sees six steps, what is done, and one move', async () => {
  await openFirst()

  await expect.element(heading()).toHaveTextContent('Welcome, Hanna')
  await expect
    .element(
      page.getByText(/Two of six steps done; the rest takes about 11 minutes and a DNS record\./),
    )
    .toBeVisible()
  await expect.element(list()).toMatchTextContent('2 of 6 done')
  await expect
    .element(step('Verify your email'))
    .toMatchTextContent('hanna@vogel.example, done 14 Oct 2026.')
  await expect.element(step('Two-step login')).toMatchTextContent('8 recovery codes left')
  await expect.element(step('Legal name and address')).toMatchTextContent('Your move')
  expect(page.getByText('Your move', { exact: true }).elements()).toHaveLength(1)
  await expect.element(table('Open now')).toMatchTextContent('brightkeel.com')
  await expect.element(table('Site balance')).toMatchTextContent('A .com transfer costs $10.44.')
  await expect.element(page.getByLabelText('What could your name borrow?')).toBeVisible()
  await expect
    .element(page.getByRole('article').getByRole('link', { name: 'Read the guide' }))
    .toHaveAttribute('href', '/borrowers')
  await expectNoFaultsDayAndNight('the first day')
  expectWithin('the first day')
})

testOnBoth('what is said depends on whether somebody borrows or lends, and is kept', async () => {
  const { open } = await openFirst()
  await expect.element(list()).toMatchTextContent('Where a lender pays you.')

  await page.getByRole('button', { name: 'Lend', exact: true }).click()

  const lend = table('Get ready to lend')
  await expect.element(lend).toMatchTextContent('Where a borrower repays you.')
  await expect.element(lend).toMatchTextContent('First alert')
  await expect.element(page.getByText(/the rest takes about 7 minutes\./)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Read the guide' }))
    .toHaveAttribute('href', '/lenders')
  await open('/app')
  await expect.element(lend).toBeVisible()
})

test('a step leads to its place and comes back, where the next one is highlighted', async () => {
  const { answers } = keepAccount()
  let hasAddress = false
  await openFirst(noSteps, {
    ...answers,
    'GET /users/first-steps': () => ({
      ...twoDone,
      address: hasAddress ? { done: true, done_at: null } : noSteps.address,
    }),
    'POST /users/profile': (asked) => {
      hasAddress = true
      const save = answers['POST /users/profile']
      return typeof save === 'function' ? save(asked) : null
    },
  })
  await page.getByRole('link', { name: 'Add address: Legal name and address' }).click()
  await expectAt('/app/settings#legal-address')
  await expect.element(page.getByText(/^This is one of your first steps/)).toBeVisible()
  const address = table('Legal address')
  for (const [label, text] of Object.entries({
    Address: 'Hafenstraße 4',
    City: 'Hamburg',
    'Postal/Zip Code': '20457',
  })) {
    await address.getByLabelText(label, { exact: true }).fill(text)
  }
  await address.getByRole('button', { name: 'Update Legal Address' }).click()

  await expectAt('/app')
  await expect.element(step('Payment details')).toMatchTextContent('Your move')
  await expect.element(list()).toMatchTextContent('3 of 6 done')
})

test('a dialog of a domain opens from its step, and closing it comes back', async () => {
  await openFirst()
  await page.getByRole('link', { name: 'Add Domain: Prove your first domain' }).click()
  await expectAt('/app/my-domains/add')

  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await expectAt('/app')
  await expect.element(list()).toBeVisible()
})

test('hidden it stays hidden, and the dashboard welcomes back', async () => {
  const { open } = await openFirst()
  await page.getByRole('button', { name: 'Hide this' }).click()

  await expect.element(heading()).toHaveTextContent('Welcome back, Hanna')
  await open('/app')
  await expect.element(heading()).toHaveTextContent('Welcome back, Hanna')
  await expect.element(list()).not.toBeInTheDocument()
})

test.each([
  ['a loan', { ...twoDone, has_loan: true }],
  [
    'all six steps done',
    {
      ...noSteps,
      email: doneStep,
      two_step: doneStep,
      address: doneStep,
      payment: doneStep,
      domain: doneStep,
      market: doneStep,
    },
  ],
])('with %s there is no checklist', async (_what, steps) => {
  await openFirst(steps)

  await expect.element(heading()).toHaveTextContent('Welcome back, Hanna')
  await expect.element(list()).not.toBeInTheDocument()
})

test('an offer that waits for an answer comes before the steps, and is the one move', async () => {
  await openFirst(twoDone, {
    'GET /offers/my-offers': loanLists['GET /offers/my-offers'] ?? { offers: [], pages: 0 },
  })

  await expect.element(table('Needs your move')).toMatchTextContent('plumbline.ai')
  await expect.element(list()).not.toMatchTextContent('Your move')
})

test('where offers do not load it says so, and no step is called the move', async () => {
  await openFirst(twoDone, {
    'GET /offers/my-offers': refusal(503, 'unavailable', 'Away'),
  })

  await expect.element(table('Needs your move')).toMatchTextContent('What needs your move')
  await expect.element(list()).toMatchTextContent('2 of 6 done')
  await expect.element(list()).not.toMatchTextContent('Your move')
})

test('the link of the mail can be sent again from its step', async () => {
  const { sent } = await openFirst(noSteps, { 'POST /users/verify-email/resend': null })
  await expect.element(page.getByText(/None of six steps done/)).toBeVisible()

  await page.getByRole('button', { name: 'Send again' }).click()

  await expect.element(page.getByText('Check your email')).toBeVisible()
  expect(sent).toEqual([{ call: 'POST /users/verify-email/resend', body: null }])
})

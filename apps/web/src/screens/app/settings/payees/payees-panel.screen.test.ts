import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoFaults } from '../../../../testing/screen/browser/accessibility.ts'
import { refusal } from '../../../../testing/screen/fake-server.ts'
import { banner, expectCount } from '../../../../testing/screen/browser/locators.ts'
import { openSettings } from '../../../../testing/screen/pages/settings-page.ts'
import { testOnBoth } from '../../../../testing/screen/browser/sizes.ts'

const iban = 'SE45 5000 0000 0583 9825 7466'
const otherIban = 'GB82 WEST 1234 5698 7654 32'
const at = '#payment-details'
const panel = () => page.getByRole('region', { name: 'Payment details' })
const bankDialog = () => page.getByRole('dialog', { name: 'Payment details: Bank' })
const account = () => bankDialog().getByLabelText('IBAN or account number')
const routing = () => bankDialog().getByLabelText(/^Routing number/)
const save = () => bankDialog().getByRole('button', { name: 'Save' })

async function giveBank(number: string) {
  await panel()
    .getByRole('button', { name: /: Bank$/ })
    .click()
  await account().fill(number)
  await bankDialog().getByLabelText('Bank').fill('SEB')
  await save().click()
}

testOnBoth(
  'an account is given, shown by its ends, changed and the change dropped again',
  async () => {
    const app = await openSettings({ at })
    await expect.element(panel()).toMatchTextContent('Bank, in the name of Mara Lindqvist')
    await expectCount(panel().getByText('Not added yet'), 2)
    await expect
      .element(panel())
      .toMatchTextContent(
        'A change becomes active after 24 hours. Both sides of every open loan are notified.',
      )

    await giveBank(iban)
    await expect.element(banner('Payment details saved')).toBeVisible()
    await expect.element(panel()).toMatchTextContent('SE•• •••• •••• •••• •••• 7466')
    await expect.element(panel()).not.toMatchTextContent('0583')

    await giveBank(otherIban)
    await expect.element(page.getByText(/They become active in 24 hours/)).toBeVisible()
    await expect.element(panel()).toMatchTextContent('SE•• •••• •••• •••• •••• 7466')
    await expect.element(panel()).toMatchTextContent(/active from \d+ \w+ \d+, \d\d:\d\d UTC/)
    await expect.element(panel()).toMatchTextContent('5432')

    await app.open()
    await panel().getByRole('button', { name: 'Keep current details' }).click()
    await expect.element(banner('Current payment details kept')).toBeVisible()
    await expect.element(panel()).not.toMatchTextContent('5432')
    await expect.element(panel()).toMatchTextContent('7466')
  },
)

testOnBoth('what cannot be right is said at its field, before it is sent', async () => {
  const { sent } = await openSettings({ at })
  await giveBank('SE45 5000 0000 0583 9825 7467')
  await expect
    .element(bankDialog().getByText('This is not a valid IBAN. Check the digits'))
    .toBeVisible()
  await expect.element(account()).toHaveFocus()
  await account().fill('12345678')
  await save().click()
  await expect.element(bankDialog().getByText(/needs a routing number or a BIC/)).toBeVisible()
  await routing().fill('021000022')
  await save().click()
  await expect.element(bankDialog().getByText(/This is not a valid routing number/)).toBeVisible()
  expect(sent).toEqual([])

  await routing().fill('021000021')
  await save().click()
  await expect.element(bankDialog()).not.toBeInTheDocument()
  await expect.element(panel()).toMatchTextContent('•••• 5678')
})

testOnBoth('coins have a network and an address of it', async () => {
  const address = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'
  await openSettings({ at })
  await panel().getByRole('button', { name: 'Add: Cryptocurrency' }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment details: Cryptocurrency' })
  await dialog.getByLabelText('Address', { exact: true }).fill(address)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(dialog.getByText('This is not a valid address on this network'))
    .toBeVisible()
  await dialog.getByLabelText('Coin and network').selectOptions('USDT on Tron')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(panel()).toMatchTextContent('•••• AeBf')

  await panel().getByRole('button', { name: 'Change: Cryptocurrency' }).click()
  await expect.element(dialog).toMatchTextContent('Active now')
  await expect.element(dialog).toMatchTextContent(address)
})

testOnBoth('an old login confirms where to be paid, and may back out of that alone', async () => {
  const app = await openSettings({
    at,
    answers: {
      'PUT /users/payout-details': refusal(403, 'step_up_required', 'Confirm that it is you', {
        action: 'change_payee',
        object: '0',
        methods: ['password'],
      }),
      'POST /users/step-up': null,
    },
  })
  await giveBank(iban)
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect.element(confirm).toMatchTextContent('Payment details: SE4550000000058398257466')
  await userEvent.keyboard('{Escape}')
  await expect.element(confirm).not.toBeInTheDocument()
  await expect.element(account()).toHaveValue(iban)

  await save().click()
  await confirm.getByLabelText('Password', { exact: true }).fill('seven quiet herons')
  const kept = app.account.answers
  app.answers['PUT /users/payout-details'] = kept['PUT /users/payout-details']
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(bankDialog()).not.toBeInTheDocument()
  await expect.element(panel()).toMatchTextContent('7466')
  expect(app.sent).toContainEqual({
    call: 'POST /users/step-up',
    body: { action: 'change_payee', object: '0', password: 'seven quiet herons' },
  })
})

testOnBoth('an address that was not verified is told so', async () => {
  await openSettings({
    answers: {
      'PUT /users/payout-details': refusal(403, 'email_unverified', 'Verify your email first'),
    },
  })
  await giveBank(iban)
  await expect.element(bankDialog().getByText('Verify your email first')).toBeVisible()
})

testOnBoth('the panel has no faults, in light and in dark', async () => {
  const app = await openSettings({ at, scheme: 'own' })
  await giveBank(iban)
  await expect.element(bankDialog()).not.toBeInTheDocument()
  await giveBank(otherIban)
  await expect.element(bankDialog()).not.toBeInTheDocument()
  for (const scheme of ['light', 'dark'] as const) {
    localStorage.setItem('mantine-color-scheme-value', scheme)
    await app.open()
    await expect.poll(() => document.documentElement.dataset['mantineColorScheme']).toBe(scheme)
    await expectNoFaults(scheme)
  }
})

import type { Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
import { mailTo } from './inbox.ts'
import { expect, open, register, registerVerified, somebody, test } from './journey.ts'

const iban = 'SE45 5000 0000 0583 9825 7466'
const otherIban = 'GB82 WEST 1234 5698 7654 32'
const panel = (page: Page) => page.getByRole('region', { name: 'Payment details' })
const bankDialog = (page: Page) => page.getByRole('dialog', { name: 'Payment details: Bank' })

async function openDetails(page: Page) {
  const person = somebody()
  await registerVerified(page, person)
  await open(page, '/app/settings#payment-details')
  return person
}

async function giveBank(page: Page, account: string) {
  await panel(page)
    .getByRole('button', { name: /: Bank$/ })
    .click()
  const dialog = bankDialog(page)
  await dialog.getByLabel('IBAN or account number').fill(account)
  await dialog.getByLabel('Bank', { exact: true }).fill('SEB')
  await dialog.getByRole('button', { name: 'Save' }).click()
}

test('an account is given, shown by its ends, changed and the change dropped again', async ({
  page,
}) => {
  const person = await openDetails(page)
  await expect(panel(page)).toContainText('Bank, in the name of Mara Lindqvist')
  await expect(panel(page).getByText('Not given yet')).toHaveCount(2)
  await expect(panel(page)).toContainText(
    'A change waits 24 hours and both sides of every open loan are told.',
  )

  await giveBank(page, iban)
  await expect(page.getByText('Payment details saved')).toBeVisible()
  await expect(panel(page)).toContainText('SE•• •••• •••• •••• •••• 7466')
  await expect(panel(page)).not.toContainText('0583')
  await mailTo(person.email, 'Payment details added')

  await giveBank(page, otherIban)
  await expect(page.getByText('They count in 24 hours')).toBeVisible()
  await expect(panel(page)).toContainText('SE•• •••• •••• •••• •••• 7466')
  await expect(panel(page)).toContainText(/counts from \d+ \w+ \d+, \d\d:\d\d UTC/)
  await expect(panel(page)).toContainText('5432')
  await mailTo(person.email, 'Your payment details are changing')

  await page.reload()
  await panel(page).getByRole('button', { name: 'Keep the old' }).click()
  await expect(page.getByText('Your payment details stay as they are')).toBeVisible()
  await expect(panel(page)).not.toContainText('5432')
  await expect(panel(page)).toContainText('7466')
})

test('what cannot be right is said at its field, before it is sent', async ({ page }) => {
  await openDetails(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url())
  })
  await giveBank(page, 'SE45 5000 0000 0583 9825 7467')
  const dialog = bankDialog(page)
  await expect(dialog.getByText('That is no IBAN. Check its digits')).toBeVisible()
  await expect(dialog.getByLabel('IBAN or account number')).toBeFocused()
  await dialog.getByLabel('IBAN or account number').fill('12345678')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('needs a routing number or a BIC')).toBeVisible()
  await dialog.getByLabel('Routing number').fill('021000022')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('That is no routing number')).toBeVisible()
  expect(sent).toEqual([])

  await dialog.getByLabel('Routing number').fill('021000021')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel(page)).toContainText('•••• 5678')
})

test('coins have a network and an address of it', async ({ page }) => {
  await openDetails(page)
  await panel(page).getByRole('button', { name: 'Add: Cryptocurrency' }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment details: Cryptocurrency' })
  await dialog.getByLabel('Address').fill('TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('That is no address on this network')).toBeVisible()
  await dialog.getByLabel('Coin and network').selectOption('USDT on Tron')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel(page)).toContainText('•••• AeBf')

  await panel(page).getByRole('button', { name: 'Change: Cryptocurrency' }).click()
  await expect(dialog).toContainText('What counts now')
  await expect(dialog).toContainText('TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf')
})

test('an old login confirms where to be paid, and may back out of that alone', async ({ page }) => {
  const person = await openDetails(page)
  let isOld = true
  await page.route('**/api/users/payout-details', (route) => {
    if (!isOld || route.request().method() !== 'PUT') return route.continue()
    const refusal = { code: 'step_up_required', message: 'Confirm that it is you' }
    const how = { action: 'change_payee', object: '0', methods: ['password'] }
    return route.fulfill({ status: 403, json: { ...refusal, ...how } })
  })
  await giveBank(page, iban)
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(confirm).toContainText('Be paid to SE4550000000058398257466')
  await page.keyboard.press('Escape')
  await expect(confirm).toBeHidden()
  await expect(bankDialog(page).getByLabel('IBAN or account number')).toHaveValue(iban)

  await bankDialog(page).getByRole('button', { name: 'Save' }).click()
  await confirm.getByLabel('Password', { exact: true }).fill(person.password)
  isOld = false
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(bankDialog(page)).toBeHidden()
  await expect(panel(page)).toContainText('7466')
})

test('an address that was not verified is told so', async ({ page }) => {
  await register(page, somebody())
  await open(page, '/app/settings')
  await giveBank(page, iban)
  await expect(bankDialog(page).getByText('Verify your email first')).toBeVisible()
})

test('the panel has no faults, in light and in dark', async ({ page }) => {
  await openDetails(page)
  await giveBank(page, iban)
  await expect(bankDialog(page)).toBeHidden()
  await giveBank(page, otherIban)
  await expect(bankDialog(page)).toBeHidden()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const found = await new AxeBuilder({ page }).include('#payment-details').analyze()
    expect(found.violations).toEqual([])
  }
})

import { countClicks } from '../steps/clicks.ts'
import { banner } from '../steps/domain-dialog.ts'
import { checkUntilFound, dialogOf, registrar, someName } from '../steps/domains.ts'
import { linkIn, mailTo } from '../steps/inbox.ts'
import { expect, gate, open, settled, somebody, test } from '../steps/journey.ts'

const clicksMax = 12

test('from the front door to a first listing in a dozen clicks', gate, async ({ page }) => {
  test.setTimeout(180_000)
  const person = somebody()
  const name = someName()
  await registrar.addName(name)
  const { press, note, count } = countClicks()
  const button = (label: string) => page.getByRole('button', { name: label, exact: true })

  await test.step('the front door leads to a quote of the name', async () => {
    await open(page, '/')
    await page.getByLabel('What could your name borrow?').first().fill(name)
    await press(button('Get a quote').first())
    await expect(page).toHaveURL(`/quote/${name}`)
    await settled(page)
  })
  await test.step('the quote leads to the form, and the form back to the name', async () => {
    await press(page.getByRole('link', { name: 'Get started' }).first())
    await expect(page).toHaveURL(/^[^?]*\/register/)
    await settled(page)
    await expect(page.getByText(/^By registering you accept the terms/)).toBeVisible()
    await page.getByLabel('Full Name').fill(person.name)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByLabel('Confirm').fill(person.password)
    await press(button('Get Started'))
    await expect(dialogOf(page, 'Add Domain').getByLabel('Domain')).toHaveValue(name)
  })
  await test.step('its record proves the name', async () => {
    await press(dialogOf(page, 'Add Domain').getByRole('button', { name: 'Add Domain' }))
    const window = dialogOf(page, 'Verify Domain')
    const parts = window.locator('dl dd code')
    await expect(parts).toHaveCount(3)
    const [, host = '', value = ''] = await parts.allTextContents()
    await registrar.publish(name, { host, value })
    note() // Check now: more than once only if the record is faster than the check.
    await checkUntilFound(window)
  })
  await test.step('the link in the mail verifies the address', async () => {
    note()
    await open(page, linkIn(await mailTo(person.email, 'Verify your email'), 'verify='))
    await open(page, '/app')
  })
  const steps = page.getByRole('region', { name: 'Get ready for your first loan' })
  await test.step('the checklist knows what is done, and names the next step', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Mara')
    await expect(steps).toContainText('2 of 6 done')
    await expect(steps.getByRole('listitem').filter({ hasText: 'Your move' })).toContainText(
      'Two-step login',
    )
  })
  await test.step('its last step lists the name, and comes back to the checklist', async () => {
    await press(steps.getByRole('link', { name: /^Get Loan/ }))
    const listing = dialogOf(page, 'Create Listing')
    await expect(listing).toBeVisible()
    await expect(listing).toContainText(name)
    await listing.getByLabel('Desired loan amount').fill('2200')
    await listing.getByLabel('Term in days').fill('90')
    await listing.getByLabel('APR').fill('12')
    await press(listing.getByRole('button', { name: 'Create Listing' }))
    await expect(banner(page, 'Listing created')).toBeVisible()
    await expect(page).toHaveURL('/app')
    await expect(steps).toContainText('3 of 6 done')
  })
  expect(count(), 'clicks besides typing').toBeLessThanOrEqual(clicksMax)
})

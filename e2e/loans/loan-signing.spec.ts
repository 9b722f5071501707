import { agreementSeen, pdf, signPath } from '../../apps/web/src/testing/given/signing.ts'
import { desk, expect, fillLogin, register, settled, somebody, test } from '../steps/journey.ts'

test('a signing link leads through the login and back to the agreement', desk, async ({ page }) => {
  const person = somebody()
  await register(page, person)
  await page.evaluate(() => localStorage.clear())
  await page.route('**/api/agreements/*', (route) => route.fulfill({ json: agreementSeen() }))
  await page.route('**/api/agreements/*/document', (route) =>
    route.fulfill({ body: Buffer.from(pdf), contentType: 'application/pdf' }),
  )
  await page.goto(signPath)
  await expect(page).toHaveURL('/login')
  await settled(page)
  await fillLogin(page, person)

  await expect(page).toHaveURL(signPath)
  await expect(page.getByRole('button', { name: 'Sign agreement' })).toBeEnabled()
})

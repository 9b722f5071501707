import { dialog, openDialog } from './domain-dialog.ts'
import { idOf } from './domain-rows.ts'
import { expect, open, test } from './journey.ts'

test('a pasted address says as which name it is read, before it is sent and after', async ({
  page,
}) => {
  const pasted = 'https://www.Bücherhafen.de/laden?x=1'
  const record = {
    id: idOf('xn--bcherhafen-9db.de'),
    verificationRecord: 'pier-verify=1',
    verificationHost: '_pier-challenge',
    domain: 'xn--bcherhafen-9db.de',
    cleaned_from: pasted,
  }
  await openDialog(page, { path: 'add', answers: { 'POST add': record } })

  await dialog(page).getByLabel('Domain', { exact: true }).fill(pasted)
  await expect(dialog(page)).toContainText('Read as bücherhafen.de')
  await page.keyboard.press('Enter')
  const verify = page.getByRole('dialog', { name: 'Verify Domain' })
  await expect(verify).toContainText(`Read from ${pasted}`)
})

test('a pasted address is looked for by its name, and the field says which', async ({ page }) => {
  await open(page, '/domains')

  await page.getByLabel('Search').fill('https://www.brightkeel.com/about')
  await expect(page).toHaveURL('/domains?search=brightkeel.com')
  await expect(page.getByLabel('Search')).toHaveValue('brightkeel.com')
})

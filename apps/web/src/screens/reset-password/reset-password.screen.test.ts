import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../../testing/screen/open-app.tsx'

test('the page that sets a new password says what is wrong, word for word', async () => {
  const { sent } = await openApp('/reset-password#token=rs1.of-the-mail', { asStranger: true })

  await page.getByLabelText('Password', { exact: true }).fill('nine patient lanterns')
  await page.getByLabelText('Confirm', { exact: true }).fill('nine patient lantern')
  await page.getByRole('button', { name: 'Set Password' }).click()

  await expect.element(page.getByText("Passwords don't match")).toBeVisible()
  expect(sent).toEqual([])
})

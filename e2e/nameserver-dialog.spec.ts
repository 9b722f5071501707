import { banner, dialog, openDialog } from './domain-dialog.ts'
import { desk, expect, test } from './journey.ts'

test('nameservers are two or more, and the change says whether it is done', async ({ page }) => {
  const sent = await openDialog(page, { path: 'edit-ns', domain: 'oldlighthouse.org' })

  await expect(dialog(page).getByLabel('Nameserver 1')).toHaveValue('ns1.fairwater-dns.example')
  await expect(dialog(page).getByLabel('Nameserver 3', { exact: true })).toHaveCount(0)
  await expect(dialog(page)).toContainText('9 changes left today')
  await expect(dialog(page).getByLabel('DNSSEC')).toHaveCount(0)
  await dialog(page).getByLabel('Nameserver 1').fill('ns1.new.example')
  await dialog(page).getByRole('button', { name: 'Add another' }).click()
  await expect(dialog(page).getByLabel('Nameserver 3', { exact: true })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Remove nameserver 3' }).click()
  await dialog(page).getByRole('button', { name: 'Change Nameservers' }).click()
  await expect(banner(page, 'Nameservers changed successfully')).toBeVisible()
  const nameservers = ['ns1.new.example', 'ns2.fairwater-dns.example']
  expect(sent).toEqual([{ call: 'POST editNS', body: { nameservers } }])
})

test('what is no nameserver is sent, and the server says so', desk, async ({ page }) => {
  const refusal = { status: 422, code: 'nameserver_invalid', message: 'No', field: 'nameservers' }
  const sent = await openDialog(page, {
    path: 'edit-ns',
    domain: 'oldlighthouse.org',
    answers: { 'POST editNS': refusal },
  })

  await dialog(page).getByLabel('Nameserver 1').fill('not one')
  await dialog(page).getByLabel('Nameserver 2').fill('')
  await dialog(page).getByRole('button', { name: 'Change Nameservers' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('No')
  expect(sent).toEqual([{ call: 'POST editNS', body: { nameservers: ['not one', ''] } }])
})

test(
  'one click puts the nameservers back, and a slow registry is said so',
  desk,
  async ({ page }) => {
    await openDialog(page, { path: 'edit-ns', domain: 'oldlighthouse.org' })

    await dialog(page).getByRole('button', { name: 'Undo, back to ns1.old.example' }).click()
    await expect(
      banner(page, 'Sent to the registry. It takes effect within the hour'),
    ).toBeVisible()
  },
)

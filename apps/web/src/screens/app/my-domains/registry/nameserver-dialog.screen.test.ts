import { expect, test } from 'vitest'
import { openDialog } from '../../../../testing/screen/pages/domains-page.ts'
import { refusal } from '../../../../testing/screen/fake-server.ts'
import { banner, dialog, expectCount } from '../../../../testing/screen/browser/locators.ts'
import { testOnBoth } from '../../../../testing/screen/browser/sizes.ts'

testOnBoth('nameservers are two or more, and the change says whether it is done', async () => {
  const { sent } = await openDialog({ path: 'edit-ns', domain: 'oldlighthouse.org' })

  await expect
    .element(dialog().getByLabelText('Nameserver 1'))
    .toHaveValue('ns1.fairwater-dns.example')
  await expectCount(dialog().getByLabelText('Nameserver 3', { exact: true }), 0)
  await expect.element(dialog()).toMatchTextContent('9 changes left today')
  await expectCount(dialog().getByLabelText('DNSSEC', { exact: false }), 0)
  await dialog().getByLabelText('Nameserver 1').fill('ns1.new.example')
  await dialog().getByRole('button', { name: 'Add nameserver' }).click()
  await expect.element(dialog().getByLabelText('Nameserver 3', { exact: true })).toHaveFocus()
  await dialog().getByRole('button', { name: 'Remove nameserver 3' }).click()
  await dialog().getByRole('button', { name: 'Change Nameservers' }).click()
  await expect.element(banner('Nameservers changed successfully')).toBeVisible()
  const nameservers = ['ns1.new.example', 'ns2.fairwater-dns.example']
  expect(sent).toEqual([{ call: 'POST /domains/:id/editNS', body: { nameservers } }])
})

test('what is no nameserver is sent, and the server says so', async () => {
  const refused = refusal(422, 'nameserver_invalid', 'No', { field: 'nameservers' })
  const { sent } = await openDialog({
    path: 'edit-ns',
    domain: 'oldlighthouse.org',
    answers: { 'POST /domains/:id/editNS': refused },
  })

  await dialog().getByLabelText('Nameserver 1').fill('not one')
  await dialog().getByLabelText('Nameserver 2').fill('')
  await dialog().getByRole('button', { name: 'Change Nameservers' }).click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('No')
  expect(sent).toEqual([
    { call: 'POST /domains/:id/editNS', body: { nameservers: ['not one', ''] } },
  ])
})

test('one click puts the nameservers back, and a slow registry is said so', async () => {
  await openDialog({ path: 'edit-ns', domain: 'oldlighthouse.org' })

  await dialog()
    .getByRole('button', { name: 'Undo, back to ns1.old.example', exact: false })
    .click()
  await expect
    .element(banner('Sent to the registry. It takes effect within the hour'))
    .toBeVisible()
})

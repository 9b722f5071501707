import { expect } from 'vitest'
import { idOf } from '../../../../testing/given/domains.ts'
import { openDialog, ownDomains } from '../../../../testing/screen/pages/domains-page.ts'
import { openAny } from '../../../../testing/screen/pages/every-screen.ts'
import { refusal } from '../../../../testing/screen/fake-server.ts'
import { expectNoFaultsDayAndNight } from '../../../../testing/screen/browser/accessibility.ts'
import { dialog, expectCount } from '../../../../testing/screen/browser/locators.ts'
import { testOnBoth } from '../../../../testing/screen/browser/sizes.ts'

type Own = {
  certificate: { code: string; public_at: string; with_handle: boolean } | null
  handle: string | null
}

/** A server that keeps one certificate. */
function keepCertificate() {
  const own: Own = { certificate: null, handle: 'tide-4711' }
  const code = '7F3K-92QD-LM4T'
  return {
    'GET /domains/:id/certificate': () => structuredClone(own),
    'PUT /domains/:id/certificate': ({ body }: { body: unknown }) => {
      const { with_handle } = body as { with_handle: boolean }
      own.certificate = { code, public_at: '2026-10-14T08:00:00.000Z', with_handle }
      return { code }
    },
    'DELETE /domains/:id/certificate': () => {
      own.certificate = null
      return null
    },
  }
}

const certificateOf = (answers: object) =>
  openDialog({ path: 'certificate', domain: 'oldlighthouse.org', answers: { ...answers } })
const handleSwitch = () => dialog().getByRole('switch', { name: 'Show my handle' })
const publicSwitch = () => dialog().getByRole('switch', { name: 'Public certificate' })

testOnBoth('an owner publishes a certificate, shows a handle, and withdraws it', async () => {
  const { sent } = await certificateOf(keepCertificate())

  await expect.element(publicSwitch()).not.toBeChecked()
  await expectCount(handleSwitch(), 0)
  await publicSwitch().click()
  await expect.element(handleSwitch()).not.toBeChecked()
  await expect.element(dialog()).toMatchTextContent('/custody/7F3K-92QD-LM4T')
  await handleSwitch().click()
  await expect.element(handleSwitch()).toBeChecked()
  await publicSwitch().click()
  await expect.element(dialog()).toMatchTextContent('every printed code')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(publicSwitch()).toBeChecked()
  await publicSwitch().click()
  await dialog().getByRole('button', { name: 'Withdraw certificate' }).click()
  await expect.element(publicSwitch()).not.toBeChecked()
  await expectCount(handleSwitch(), 0)

  expect(sent).toEqual([
    { call: 'PUT /domains/:id/certificate', body: { with_handle: false } },
    { call: 'PUT /domains/:id/certificate', body: { with_handle: true } },
    { call: 'DELETE /domains/:id/certificate', body: null },
  ])
})

testOnBoth('the dialog has no accessibility fault, by day and by night', async () => {
  const path = `/app/my-domains/certificate?domain=${idOf('oldlighthouse.org')}`
  await openAny(path, { ...ownDomains, ...keepCertificate() })

  await publicSwitch().click()
  await expect.element(handleSwitch()).toBeVisible()

  await expectNoFaultsDayAndNight('a public certificate')
})

testOnBoth('a refusal stays in the dialog', async () => {
  await certificateOf({
    ...keepCertificate(),
    'PUT /domains/:id/certificate': refusal(409, 'certificate_needs_custody', 'It has left'),
  })

  await publicSwitch().click()

  await expect.element(dialog().getByRole('alert')).toHaveTextContent('It has left')
  await expect.element(publicSwitch()).not.toBeChecked()
})

testOnBoth('a domain that is elsewhere has none, and the dialog says why', async () => {
  await openDialog({ path: 'certificate', domain: 'plumbline.ai' })

  await expect.element(dialog()).toMatchTextContent('Only a domain in custody has a certificate.')
})

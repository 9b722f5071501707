import { errors } from '@pier/protocol/errors'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../testing/screen/fake-server.ts'
import { openApp } from '../../testing/screen/open-app.tsx'
import { testOnBoth } from '../../testing/screen/browser/sizes.ts'

testOnBoth('the stop link of a mail keeps the domain here, once', async () => {
  const app = await openApp('/stop-transfer#token=abc', {
    asStranger: true,
    answers: { 'POST /domains/transferOut/stop': { domain: 'oldlighthouse.org' } },
  })
  await page.getByRole('button', { name: 'Stop transfer' }).click()
  await expect.element(page.getByRole('heading', { name: 'The transfer is stopped' })).toBeVisible()
  await expect.element(page.getByText('oldlighthouse.org')).toBeVisible()

  const { status, message } = errors.link_invalid
  app.answers['POST /domains/transferOut/stop'] = refusal(status, 'link_invalid', message)
  await app.open('/stop-transfer#token=none')
  await page.getByRole('button', { name: 'Stop transfer' }).click()
  await expect
    .element(page.getByText('This link has expired or was used', { exact: false }))
    .toBeVisible()
  const sent = ['abc', 'none'].map((token) => ({
    call: 'POST /domains/transferOut/stop',
    body: { token },
  }))
  expect(app.sent).toEqual(sent)
})

testOnBoth('a stop link without its token says what to do', async () => {
  await openApp('/stop-transfer', { asStranger: true })
  await expect.element(page.getByText('This link is incomplete', { exact: false })).toBeVisible()
})

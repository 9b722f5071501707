import { errors } from '@pier/protocol/errors'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../testing/screen/fake-server.ts'
import { openApp } from '../../testing/screen/open-app.tsx'
import { testOnBoth } from '../../testing/screen/browser/sizes.ts'

testOnBoth(
  'the link of a mail turns off its kind once somebody says so, without a login',
  async () => {
    const app = await openApp('/login#unsubscribe=mara.loans.abc', {
      asStranger: true,
      answers: { 'POST /notifications/unsubscribe/:token': { kind: 'loans' } },
    })
    await expect
      .element(page.getByRole('heading', { name: 'Turn off these emails?' }))
      .toBeVisible()
    expect(app.sent).toEqual([])

    await page.getByRole('button', { name: 'Turn off' }).click()

    await expect.element(page.getByRole('heading', { name: 'These emails are off' })).toBeVisible()
    await expect.element(page.getByText('Loan progress', { exact: false })).toBeVisible()
    expect(app.sent).toHaveLength(1)
  },
)

testOnBoth('a link that is not ours says so', async () => {
  const { status, message } = errors.link_invalid
  await openApp('/login#unsubscribe=none', {
    asStranger: true,
    answers: { 'POST /notifications/unsubscribe/:token': refusal(status, 'link_invalid', message) },
  })
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
})

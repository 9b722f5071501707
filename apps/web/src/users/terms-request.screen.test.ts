import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Self } from '../api/users.ts'
import { self } from '../testing/answers.ts'
import { newcomerAnswers } from '../testing/given/newcomer.ts'
import { expectNoFaultsDayAndNight } from '../testing/screen/browser/accessibility.ts'
import { testOnBoth } from '../testing/screen/browser/sizes.ts'
import { openApp } from '../testing/screen/open-app.tsx'

const title = 'Our terms have changed'
const dialog = () => page.getByRole('dialog', { name: title })
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Opens Alerts as somebody who accepted this version of the terms, while version 2 is in force. */
async function openAfterChange(accepted: number | null) {
  let current: Self = {
    ...self,
    legal: {
      ...self.legal,
      terms: {
        version: 2,
        accepted_version: accepted,
        accepted_at: accepted === null ? null : '2026-10-01T09:12:00.000Z',
      },
    },
  }
  return openApp('/app/alerts', {
    scheme: 'own',
    answers: {
      ...newcomerAnswers(),
      'GET /users/self': () => current,
      'POST /users/terms': () => {
        current = { ...current, legal: self.legal }
        return null
      },
    },
  })
}

testOnBoth('new terms are asked about in a calm dialog, and one click accepts them', async () => {
  const { sent } = await openAfterChange(1)
  await expect.element(dialog()).toMatchTextContent('Version 2 of the terms is in force.')
  await expect.element(dialog()).toMatchTextContent('You accepted version 1 on 1 Oct 2026.')
  await expect.element(dialog()).toMatchTextContent('Loans that run go on as agreed.')
  await expect
    .element(page.getByRole('link', { name: 'Read the terms and what changed' }))
    .toHaveAttribute('href', '/terms')
  await expectNoFaultsDayAndNight('the request to accept')

  await button('Accept').click()

  await expect.element(page.getByText('Accepted. Thank you')).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(sent).toEqual([{ call: 'POST /users/terms', body: { terms: 2, privacy: 1 } }])
})

testOnBoth('the question can be put off, stays on the page and comes back', async () => {
  await openAfterChange(1)
  await button('Close').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByText(/^Our terms have changed. Until you accept/)).toBeVisible()

  await button('Read and accept').click()
  await expect.element(dialog()).toBeVisible()
})

test('people from before are asked as well, and who has accepted is not', async () => {
  const { open } = await openAfterChange(null)
  const first = page.getByRole('dialog', { name: 'Please accept our terms' })
  await expect.element(first).toMatchTextContent('Read the terms')
  await expect.element(first.getByRole('button', { name: 'Log Out' })).toBeVisible()

  await button('Accept').click()
  await expect.element(first).not.toBeInTheDocument()
  await open('/app/settings')
  await expect.element(first).not.toBeInTheDocument()
  await expect
    .element(page.getByText(/Terms version 1, accepted 1 Oct 2026, \d\d:\d\d UTC\./))
    .toBeVisible()
})

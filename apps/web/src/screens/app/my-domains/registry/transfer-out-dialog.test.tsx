import { expect, test } from 'vitest'
import type { DomainDetails } from '../../../../api/domains.ts'
import { self } from '../../../../testing/answers.ts'
import { openScreen } from '../../../../testing/open-screen.tsx'
import { findAll, press } from '../../../../testing/page.ts'
import { TransferOutDialog } from './transfer-out-dialog.tsx'

const domain = { id: 'd1', domain: 'brightkeel.com', transfer_out: null } as DomainDetails // All that it reads.
const frame = { close: () => {}, turnTo: () => {}, onConfirming: () => {} }
const open = () =>
  openScreen(<TransferOutDialog domain={domain} frame={frame} />, {
    answers: { 'GET /users/self': self, 'POST /domains/:id/transferOut': null },
  })

test('Transfer Out says that the code is emailed within 24 hours', async () => {
  await open()

  expect(document.body.textContent).toContain(
    `The authorization code is emailed to ${self.email} within 24 hours`,
  )
})

test('Transfer Out is added to the queue, and says so', async () => {
  const { sent } = await open()
  await press('button', 'Transfer Out')

  const posts = sent.filter(({ name }) => name.startsWith('POST'))
  expect(posts.map(({ name }) => name)).toEqual(['POST /domains/d1/transferOut'])
  expect(findAll('status').map(({ textContent }) => textContent)).toEqual([
    'Transfer added to queue',
  ])
})

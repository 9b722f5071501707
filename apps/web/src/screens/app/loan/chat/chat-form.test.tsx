import { act } from 'react'
import { expect, test } from 'vitest'
import type { Loan } from '../../../../api/loans/loans.ts'
import { openScreen, settle } from '../../../../testing/open-screen.tsx'
import { getNamed, type } from '../../../../testing/page.ts'
import { ChatForm } from './chat-form.tsx'

const loan = { id: 'e1', role: 'BORROWER' } as Loan // All that the form reads.
const field = 'Write to the lender'

/** Types into the chat and presses Enter. Returns what was sent. */
async function enter(text: string, { shiftKey }: { shiftKey: boolean }) {
  const { sent } = await openScreen(<ChatForm loan={loan} />)
  await type(field, text)
  const key = { key: 'Enter', shiftKey, bubbles: true, cancelable: true }
  await act(async () => {
    getNamed('field', field).dispatchEvent(new KeyboardEvent('keydown', key))
  })
  await settle()
  return sent.map(({ name, body }) => [name, body])
}

test('Shift and Enter sends a message, Enter alone does not', async () => {
  expect(await enter('Tomorrow?', { shiftKey: false })).toEqual([])
  expect(await enter('Tomorrow?', { shiftKey: true })).toEqual([
    ['POST /escrow/e1/message', { message: 'Tomorrow?' }],
  ])
})

test('a message of nothing is not sent', async () => {
  expect(await enter('  \n ', { shiftKey: true })).toEqual([])
})

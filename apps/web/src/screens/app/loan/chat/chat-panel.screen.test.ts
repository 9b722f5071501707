import type { CallOutput } from '@pier/protocol/calls/calls'
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { nameservers } from '../../../../testing/given/beside-loan.ts'
import { loanSeen } from '../../../../testing/given/loan.ts'
import { type Answers, fileAnswer, refusal } from '../../../../testing/screen/fake-server.ts'
import {
  chooseFile,
  listenToDownloads,
  listenToTabs,
  png,
} from '../../../../testing/screen/files/files.ts'
import { at, openLoan, turnTo } from '../../../../testing/screen/pages/loan-page.ts'
import { banner, expectCount, pressIn } from '../../../../testing/screen/browser/locators.ts'
import { isPhone, testOnBoth, testOnPhone } from '../../../../testing/screen/browser/sizes.ts'

type Chat = CallOutput<'GET /escrow/:id/messages'>
type Message = Chat['messages'][number]
type PdfPage = CallOutput<'GET /escrow/:id/files'>['files'][number]

const said = (id: string, message: string, change: Partial<Message> = {}): Message => ({
  id,
  message,
  name: 'Teodor Nyberg',
  created_at: '2026-10-13T16:02:00.000Z',
  is_own: false,
  file: null,
  ...change,
})
const own = { name: 'Mara Lindqvist', is_own: true, created_at: '2026-10-13T16:30:00.000Z' }
const chatOf = (messages: Message[], unread = 0): Chat => ({
  messages,
  unread,
  other_read_until: null,
})

const wire = () => new File([png], 'wire.png', { type: 'image/png' })
const exhibit: PdfPage = {
  id: crypto.randomUUID(),
  kind: 'exhibit',
  number: 1,
  name: 'wire.png',
  type: 'image/png',
  size: png.length,
  sha256: 'a'.repeat(64),
  by: 'Teodor Nyberg',
  created_at: '2026-07-02T10:00:00.000Z',
}

const log = () => page.getByRole('log', { name: 'Chat' })
const field = () => page.getByRole('textbox', { name: 'Write to the lender' })

async function openPart(part: 'Chat' | 'Files', answers: Answers = {}) {
  const server = await openLoan(loanSeen(at('ACTIVE'), { role: 'BORROWER' }), {
    'POST /escrow/:id/message': said('sent', 'Said', own),
    ...answers,
  })
  await turnTo(part)
  return server
}

testOnBoth('messages stand with name and time, with what happened in between', async () => {
  const messages = [said('1', 'Pay at <b>https://evil.example</b>'), said('2', 'Kind of you', own)]
  const happened = [
    { at: '2026-08-03T10:00:00.000Z', action: 'nameservers', words: 'You changed nameservers' },
    { at: '2026-10-13T16:02:00.000Z', action: 'message', words: 'Teodor wrote' },
  ].map((event, seq) => ({ ...event, seq, by: 'BORROWER' as const, hash: 'f'.repeat(64) }))
  await openPart('Chat', {
    'GET /escrow/:id/messages': chatOf(messages),
    'GET /escrow/:id/events': { events: happened, pages: 1, total: 2 },
  })

  await expect.element(log()).toMatchTextContent('Teodor Nyberg')
  await expect.element(log()).toMatchTextContent('3 August')
  await expect.element(log()).toMatchTextContent('You changed nameservers')
  await expect.element(log()).not.toMatchTextContent('Teodor wrote')
  await expect.element(log()).toMatchTextContent('Pay at <b>https://evil.example</b>')
  await expectCount(log().getByRole('link'), 0)
  await expect.element(log().getByText('Kind of you')).toHaveAttribute('dir', 'auto')
})

testOnPhone('on a phone the tab of the chat says how much is new, until it is opened', async () => {
  await openPart('Files', { 'GET /escrow/:id/messages': chatOf([said('1', 'Are you there?')], 1) })
  const tab = page.getByRole('tab', { name: /^Chat/ })

  await expect.element(tab).toHaveAccessibleName('Chat 1 new')
  await tab.click()
  await expect.element(tab).toHaveAccessibleName('Chat')
})

testOnBoth('Shift and Enter sends, Enter begins a line, and nothing is not sent', async () => {
  const { sent, answers } = await openPart('Chat')
  await pressIn(field(), '{Shift>}{Enter}{/Shift}')
  await field().fill('   ')
  await pressIn(field(), '{Shift>}{Enter}{/Shift}')
  expect(sent).toEqual([])

  await field().fill('One')
  await pressIn(field(), '{Enter}')
  await userEvent.type(field(), 'Two')
  answers['GET /escrow/:id/messages'] = chatOf([said('1', 'One\nTwo', own)])
  await pressIn(field(), '{Shift>}{Enter}{/Shift}')
  await expect.element(log()).toMatchTextContent('One')
  await expect.element(field()).toHaveValue('')
  expect(sent).toEqual([{ call: 'POST /escrow/:id/message', body: { message: 'One\nTwo' } }])
})

testOnBoth(
  'a message that was refused stays in the field, also one with payment details',
  async () => {
    const held = 'Payment details belong in the payment panel, not in the chat'
    const { answers } = await openPart('Chat', {
      'POST /escrow/:id/message': refusal(503, 'unavailable', 'Back in a moment'),
    })
    await field().fill('DE89 3704 0044 0532 0130 00')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Back in a moment')
    await expect.element(field()).toHaveValue('DE89 3704 0044 0532 0130 00')

    answers['POST /escrow/:id/message'] = refusal(422, 'message_has_account', held)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(page.getByRole('alert').filter({ hasText: held })).toBeVisible()
    await expect.element(field()).toHaveValue('DE89 3704 0044 0532 0130 00')

    const wasPhone = isPhone()
    await page.viewport(wasPhone ? 1000 : 800, 900)
    if (!wasPhone) await page.getByRole('tab', { name: 'Chat' }).click()
    await expect.element(field()).toHaveValue('DE89 3704 0044 0532 0130 00')
    await field().fill('') // A draft lives as long as the tab, which the next test has too.
  },
)

testOnBoth('new messages are marked, and read once they are on the screen', async () => {
  const messages = Array.from({ length: 40 }, (_, at) => said(String(at), `Line ${at}`))
  let chat = chatOf(messages, 2)
  const { sent, asked } = await openPart('Chat', {
    'GET /escrow/:id/messages': () => chat,
    'POST /escrow/:id/read': () => {
      chat = { ...chat, unread: 0 }
      return null
    },
  })
  ;(await log().findElement()).scrollIntoView({ block: 'end' })
  await expect.element(log().getByText('Line 39')).toBeInViewport()
  await expect.element(log().getByText('New', { exact: true })).toBeVisible()
  await expect.poll(() => sent.map(({ call }) => call)).toEqual(['POST /escrow/:id/read'])
  await expect.poll(() => asked.filter((name) => name.endsWith('/messages')).length).toBe(2)

  await scrollUp()
  chat = chatOf([...messages, said('x', 'Another')], 1)
  await field().fill('Mine')
  await pressIn(field(), '{Shift>}{Enter}{/Shift}')
  await page.getByRole('button', { name: '1 new message' }).click()
  await expect.element(log().getByText('Another')).toBeInViewport()

  await scrollUp()
  chat = chatOf([...chat.messages, said('y', 'Mine', own)])
  await field().fill('Mine')
  await pressIn(field(), '{Shift>}{Enter}{/Shift}')
  await expect.element(log().getByText('Mine')).toBeInViewport()
})

/** Scrolls to the first line until the log has noticed: a render before that scrolls to its end. */
async function scrollUp() {
  const scrolled = async () => {
    log().element().scrollTo({ top: 0 })
    await drawn()
    await drawn()
    return log().element().scrollTop
  }
  await expect.poll(scrolled).toBe(0)
}

const drawn = () => new Promise(requestAnimationFrame)

testOnBoth('a file becomes an exhibit and goes with the message', async () => {
  const { sent, answers } = await openPart('Chat', { 'POST /escrow/:id/evidence': exhibit })
  await chooseFile(page.getByCSS('input[type=file]').first(), wire())
  await expect.element(page.getByText('Exhibit 1, wire.png')).toBeVisible()
  answers['GET /escrow/:id/messages'] = chatOf([
    said('1', 'Exhibit 1', { ...own, file: { id: exhibit.id, name: 'wire.png', number: 1 } }),
  ])
  answers['GET /escrow/:id/files/:fileId'] = fileAnswer(png, 'image/png')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const shown = log().getByRole('button', { name: 'Exhibit 1, wire.png' })
  await expect.element(shown).toBeVisible()
  expect(sent).toEqual([
    { call: 'POST /escrow/:id/evidence', body: png.length },
    { call: 'POST /escrow/:id/message', body: { message: 'Exhibit 1', file_id: exhibit.id } },
  ])

  const tabs = listenToTabs()
  await shown.click()
  await expect.poll(() => tabs.join()).toMatch(/^blob:/)
})

testOnBoth('a file that is too large is not sent at all', async () => {
  const { sent } = await openPart('Chat')
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'wire.png', { type: 'image/png' })
  await chooseFile(page.getByCSS('input[type=file]').first(), large)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Files can be up to 10 MB')
  expect(sent).toEqual([])
})

testOnBoth(
  'documents are listed with their hash, and the loan file can be downloaded',
  async () => {
    const signed: PdfPage = {
      ...exhibit,
      id: crypto.randomUUID(),
      kind: 'signed',
      number: null,
      sha256: 'b'.repeat(64),
    }
    await openPart('Files', {
      'GET /escrow/:id/files': { files: [signed, exhibit] },
      'GET /escrow/:id/bundle': fileAnswer('PK', 'application/zip', 'LN-7F3K-loan-file.zip'),
    })
    await expect
      .element(page.getByRole('button', { name: 'Open Lending agreement, signed' }))
      .toBeVisible()
    await expect.element(page.getByTitle(signed.sha256)).toBeVisible()
    await expect
      .element(page.getByRole('button', { name: 'Open Exhibit 1, wire.png' }))
      .toBeVisible()
    const saved = listenToDownloads()
    await page.getByRole('button', { name: 'Loan file' }).click()
    await expect.poll(() => saved).toEqual(['LN-7F3K-loan-file.zip'])
  },
)

const changed = { ...nameservers, last_changed_at: '2026-08-03T10:00:00.000Z', can_undo: true }

testOnBoth(
  'the borrower changes nameservers while the domain is in escrow, and takes it back',
  async () => {
    const { sent } = await openPart('Files', {
      'GET /escrow/:id/nameservers': changed,
      'POST /escrow/:id/nameservers': { state: 'done' },
      'POST /escrow/:id/nameservers/undo': { state: 'waiting' },
    })
    await page.getByLabelText('Nameserver 1', { exact: true }).fill('ns1.new.example')
    await page.getByRole('button', { name: 'Change Nameservers' }).click()
    await expect.element(banner('Nameservers changed successfully')).toBeVisible()
    await page.getByRole('button', { name: 'Undo the last change of nameservers' }).click()
    const waits = 'Sent to the registry. It takes effect within the hour'
    await expect.element(banner(waits)).toBeVisible()
    const asked = ['ns1.new.example', 'ns2.fairwater-dns.example']
    expect(sent).toEqual([
      { call: 'POST /escrow/:id/nameservers', body: { nameservers: asked } },
      { call: 'POST /escrow/:id/nameservers/undo', body: null },
    ])
  },
)

testOnBoth('what is frozen says why, and offers nothing', async () => {
  const frozen = 'Frozen while operators look at the case'
  await openPart('Files', {
    'GET /escrow/:id/nameservers': { ...changed, can_edit: false, frozen },
  })
  await expect.element(page.getByText(frozen)).toBeVisible()
  await expect
    .element(page.getByRole('code').filter({ hasText: 'ns2.fairwater-dns.example' }))
    .toBeVisible()
  await expectCount(page.getByRole('button', { name: 'Change Nameservers', exact: false }), 0)
})

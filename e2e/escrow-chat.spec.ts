import type { Page, Route } from '@playwright/test'
import { banner } from './domain-dialog.ts'
import { expect, open, register, somebody, test } from './journey.ts'
import { loanId, pdfHash, showLoan, someLoan } from './loan-answers.ts'

const running = () =>
  someLoan({
    status: 'LOAN_POSTED',
    phase: 'RUNNING',
    borrower_signed: true,
    borrower_contract_url: null,
    agreement: { state: 'sealed', sha256: pdfHash, your_address_missing: false },
  })

const said = (id: string, message: string, change = {}) => ({
  id,
  message,
  name: 'Ana Brandão',
  created_at: '2026-10-13T16:02:00.000Z',
  is_own: false,
  file: null,
  ...change,
})
const own = { name: 'Mara Lindqvist', is_own: true, created_at: '2026-10-13T16:30:00.000Z' }
const events = [
  { at: '2026-08-03T10:00:00.000Z', action: 'nameservers', words: 'You changed nameservers' },
  { at: '2026-10-13T16:02:00.000Z', action: 'message', words: 'Ana wrote' },
].map((event, seq) => ({ ...event, seq, by: 'BORROWER', hash: 'f'.repeat(64) }))

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
)
const wire = { name: 'wire.png', mimeType: 'image/png', buffer: png }
const exhibit = {
  id: crypto.randomUUID(),
  kind: 'exhibit',
  number: 1,
  name: 'wire.png',
  type: 'image/png',
  size: png.length,
  sha256: 'a'.repeat(64),
  by: 'Ana Brandão',
  created_at: '2026-07-02T10:00:00.000Z',
}
const chatOf = (messages: unknown[], unread = 0) => ({ messages, unread, other_read_until: null })

const log = (page: Page) => page.getByRole('log', { name: 'Chat' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Write to the lender' })

async function openPart(page: Page, part: 'Chat' | 'Files', answers = {}) {
  await register(page, somebody())
  const shown = await showLoan(page, {
    'GET escrow': running(),
    'GET events': { events, pages: 1, total: events.length },
    ...answers,
  })
  await open(page, `/app/escrow/${loanId}`)
  const tab = page.getByRole('tab', { name: part })
  if (await tab.isVisible()) await tab.click()
  return shown
}

test('messages stand with name and time, with what happened in between', async ({ page }) => {
  const messages = [said('1', 'Pay at <b>https://evil.example</b>'), said('2', 'Kind of you', own)]
  await openPart(page, 'Chat', { 'GET messages': chatOf(messages) })

  await expect(log(page)).toContainText('Ana Brandão')
  await expect(log(page)).toContainText('3 August')
  await expect(log(page)).toContainText('You changed nameservers')
  await expect(log(page)).not.toContainText('Ana wrote')
  await expect(log(page)).toContainText('Pay at <b>https://evil.example</b>')
  await expect(log(page).getByRole('link')).toHaveCount(0)
  await expect(log(page).getByText('Kind of you')).toHaveAttribute('dir', 'auto')
})

test('on a phone the tab of the chat says how much is new, until it is opened', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPart(page, 'Files', { 'GET messages': chatOf([said('1', 'Are you there?')], 1) })
  const tab = page.getByRole('tab', { name: /^Chat/ })

  await expect(tab).toHaveAccessibleName('Chat 1 new')
  await tab.click()
  await expect(tab).toHaveAccessibleName('Chat')
})

test('Shift and Enter sends, Enter begins a line, and nothing is not sent', async ({ page }) => {
  const { sent, answers } = await openPart(page, 'Chat')
  await field(page).press('Shift+Enter')
  await field(page).fill('   ')
  await field(page).press('Shift+Enter')
  expect(sent).toEqual([])

  await field(page).fill('One')
  await field(page).press('Enter')
  await field(page).pressSequentially('Two')
  answers['GET messages'] = chatOf([said('1', 'One\nTwo', own)])
  await field(page).press('Shift+Enter')
  await expect(log(page)).toContainText('One')
  await expect(field(page)).toHaveValue('')
  expect(sent).toEqual([{ call: 'POST message', body: { message: 'One\nTwo' } }])
})

test('what could not be sent stays, and payment details are held back in orange', async ({
  page,
}) => {
  const held = 'Payment details live in the payment panel only'
  const { answers } = await openPart(page, 'Chat', {
    'POST message': { status: 503, code: 'unavailable', message: 'Back in a moment' },
  })
  await field(page).fill('DE89 3704 0044 0532 0130 00')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Back in a moment')
  await expect(field(page)).toHaveValue('DE89 3704 0044 0532 0130 00')

  answers['POST message'] = { status: 422, code: 'message_has_account', message: held }
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: held })).toBeVisible()
  await expect(field(page)).toHaveValue('DE89 3704 0044 0532 0130 00')

  const viewport = page.viewportSize()
  await page.setViewportSize({ width: viewport?.width === 390 ? 1000 : 800, height: 900 })
  if (viewport?.width !== 390) await page.getByRole('tab', { name: 'Chat' }).click()
  await expect(field(page)).toHaveValue('DE89 3704 0044 0532 0130 00')
})

test('new messages are marked, and read once they are on the screen', async ({ page }) => {
  const messages = Array.from({ length: 40 }, (_, at) => said(String(at), `Line ${at}`))
  let chat = chatOf(messages, 2)
  const { sent } = await openPart(page, 'Chat', {
    'GET messages': (route: Route) => route.fulfill({ json: chat }),
    'POST read': (route: Route) => {
      chat = { ...chat, unread: 0 }
      return route.fulfill({ status: 204 })
    },
  })
  await log(page).scrollIntoViewIfNeeded()
  await expect(log(page).getByText('Line 39')).toBeInViewport()
  await expect(log(page).getByText('New', { exact: true })).toBeVisible()
  await expect.poll(() => sent.map(({ call }) => call)).toEqual(['POST read'])

  await log(page).evaluate((element) => element.scrollTo({ top: 0 }))
  chat = chatOf([...messages, said('x', 'Another')], 1)
  await field(page).fill('Mine')
  await field(page).press('Shift+Enter')
  await page.getByRole('button', { name: '1 new message' }).click()
  await expect(log(page).getByText('Another')).toBeInViewport()

  await log(page).evaluate((element) => element.scrollTo({ top: 0 }))
  chat = chatOf([...chat.messages, said('y', 'Mine', own)])
  await field(page).fill('Mine')
  await field(page).press('Shift+Enter')
  await expect(log(page).getByText('Mine')).toBeInViewport()
})

test('a file becomes an exhibit and goes with the message', async ({ page, context }) => {
  const { sent, answers } = await openPart(page, 'Chat', { 'POST evidence': exhibit })
  await page.locator('input[type=file]').first().setInputFiles(wire)
  await expect(page.getByText('Exhibit 1, wire.png')).toBeVisible()
  answers['GET messages'] = chatOf([
    said('1', 'Exhibit 1', { ...own, file: { id: exhibit.id, name: 'wire.png', number: 1 } }),
  ])
  answers[`GET files/${exhibit.id}`] = (route) =>
    route.fulfill({ body: png, contentType: 'image/png' })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const shown = log(page).getByRole('button', { name: 'Exhibit 1, wire.png' })
  await expect(shown).toBeVisible()
  expect(sent).toEqual([
    { call: 'POST evidence', body: png.length },
    { call: 'POST message', body: { message: 'Exhibit 1', file_id: exhibit.id } },
  ])

  const [tab] = await Promise.all([context.waitForEvent('page'), shown.click()])
  await expect(tab).toHaveURL(/^blob:/)
})

test('a file that is too large is not sent at all', async ({ page }) => {
  const { sent } = await openPart(page, 'Chat')
  const buffer = Buffer.alloc(10 * 1024 * 1024 + 1)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ ...wire, buffer })
  await expect(page.getByRole('alert')).toContainText('A file may have 10 MB')
  expect(sent).toEqual([])
})

test('documents are listed with what proves them, and the loan file is one of them', async ({
  page,
}) => {
  const signed = { ...exhibit, id: crypto.randomUUID(), kind: 'signed', number: null }
  await openPart(page, 'Files', {
    'GET files': { files: [{ ...signed, sha256: pdfHash }, exhibit] },
    'GET bundle': (route: Route) =>
      route.fulfill({
        body: 'PK',
        headers: { 'content-disposition': 'attachment; filename="LN-2Q6M-loan-file.zip"' },
      }),
  })
  await expect(page.getByRole('button', { name: 'Open Lending agreement, signed' })).toBeVisible()
  await expect(page.getByTitle(pdfHash)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open Exhibit 1, wire.png' })).toBeVisible()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Loan file' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('LN-2Q6M-loan-file.zip')
})

const servers = {
  nameservers: ['ns1.fairwater-dns.example', 'ns2.fairwater-dns.example'],
  can_edit: true,
  frozen: null,
  last_changed_at: '2026-08-03T10:00:00.000Z',
  can_undo: true,
  changes_left: 9,
}

test('the borrower changes nameservers while the domain is in escrow, and takes it back', async ({
  page,
}) => {
  const { sent } = await openPart(page, 'Files', {
    'GET nameservers': servers,
    'POST nameservers': { state: 'done' },
    'POST nameservers/undo': { state: 'waiting' },
  })
  await page.getByLabel('Nameserver 1', { exact: true }).fill('ns1.new.example')
  await page.getByRole('button', { name: 'Change Nameservers' }).click()
  await expect(banner(page, 'Nameservers changed successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Undo the last change of nameservers' }).click()
  await expect(banner(page, 'Sent to the registry')).toBeVisible()
  const nameservers = ['ns1.new.example', 'ns2.fairwater-dns.example']
  expect(sent).toEqual([
    { call: 'POST nameservers', body: { nameservers } },
    { call: 'POST nameservers/undo', body: null },
  ])
})

test('what is frozen says why, and offers nothing', async ({ page }) => {
  const frozen = 'Frozen while operators look at the case'
  await openPart(page, 'Files', { 'GET nameservers': { ...servers, can_edit: false, frozen } })
  await expect(page.getByText(frozen)).toBeVisible()
  await expect(
    page.getByRole('code').filter({ hasText: 'ns2.fairwater-dns.example' }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Nameservers' })).toHaveCount(0)
})

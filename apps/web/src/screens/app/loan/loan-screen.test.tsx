import { labelOfLoan } from '@pier/protocol/labels'
import { expect, test } from 'vitest'
import { loanId, loanSeen, type Place, places } from '../../../testing/given/loan.ts'
import { besideLoan } from '../../../testing/answers.ts'
import { type Answers, openScreen, refuse } from '../../../testing/open-screen.tsx'
import { findNamed, getNamed } from '../../../testing/page.ts'
import LoanScreen from './loan-screen.tsx'

const roles = ['BORROWER', 'LENDER'] as const

function open(loan: ReturnType<typeof loanSeen>, answers: Answers = {}) {
  return openScreen(<LoanScreen />, {
    path: '/app/escrow/:id',
    at: `/app/escrow/${loanId}`,
    answers: { ...besideLoan, 'GET /escrow/:id': loan, ...answers },
  })
}
const active: Place = { status: 'LOAN_POSTED', phase: 'ACTIVE' }
const regionOf = (title: string) => {
  const heading = getNamed('heading', title)
  return heading.closest('section') ?? heading.parentElement ?? document.body
}

test('a loan shows its domain and status, its terms and its signed PDF as a link', async () => {
  await open(loanSeen(active, { role: 'BORROWER' }))

  expect(document.querySelector('h1')?.textContent).toBe('lanternfish.com')
  expect(document.body.textContent).toContain('Marked Paid')
  const terms = regionOf('Terms').textContent
  for (const words of ['Rate18.00%', 'Term120 days', 'Amount$14,500.00'])
    expect(terms).toContain(words)
  const link = getNamed('link', 'Signed PDF')
  expect(link.getAttribute('href')).toBe(`/app/escrow/${loanId}/signed-pdf`)
  expect(link.getAttribute('target')).toBe('_blank')
})

test.each([
  ['ready', 'Not signed yet'],
  ['signed', 'Signed by you'],
  ['sealing', 'Signed PDF is being sealed'],
] as const)('nothing is called sealed before both have signed: %s', async (state, words) => {
  const loan = loanSeen({ status: 'PENDING_SIGNATURE', phase: 'SIGNATURES' }, { role: 'BORROWER' })
  await open({ ...loan, agreement: { ...loan.agreement, state } })

  expect(regionOf('Terms').textContent).toContain(words)
})

test.each([
  ['BORROWER', 'You may repay early at any time'],
  ['LENDER', 'The borrower may repay early at any time'],
] as const)('the terms tell the %s who may repay early', async (role, sentence) => {
  await open(loanSeen(active, { role }))

  expect(regionOf('Terms').textContent).toContain(sentence)
})

test('a chat message shows its text, the name of its sender and its time', async () => {
  const message = {
    id: crypto.randomUUID(),
    message: 'Sent just now, two parts.',
    name: 'Teodor Nyberg',
    created_at: '2026-10-14T09:30:00.000Z',
    is_own: false,
    file: null,
  }
  await open(loanSeen(active, { role: 'BORROWER' }), {
    'GET /escrow/:id/messages': { messages: [message], unread: 0, other_read_until: null },
  })

  const log = regionOf('Chat')
  expect(log.textContent).toContain(message.message)
  expect(log.textContent).toContain(message.name)
  const time = log.querySelector(`time[datetime="${message.created_at}"]`)
  expect(time?.textContent).toMatch(/\d{2}:\d{2}/)
  expect(time?.parentElement?.textContent).toContain(message.name)
})

/** What the specification says of the four buttons. */
const openIn: Record<string, readonly string[]> = {
  Cancel: ['PENDING_SIGNATURE', 'NEW', 'DOMAIN_IN_CUSTODY'],
  Escalate: ['LOAN_POSTED'],
  Finalize: ['LOAN_POSTED'],
  'Mark Paid': ['DOMAIN_IN_CUSTODY'],
}
const canPress = (name: string) => findNamed('button', name)?.getAttribute('aria-disabled') === null

const seen = places.flatMap((place) => roles.map((role) => ({ ...place, role })))

test.each(seen)(
  'in $status, $phase, the $role can press only buttons of that status, and is asked to sign only in PENDING_SIGNATURE',
  async ({ role, ...place }) => {
    await open(
      loanSeen(place, { role, guardFacts: { hasSigned: { BORROWER: false, LENDER: false } } }),
    )

    expect(document.body.textContent).toContain(labelOfLoan(place.status))
    for (const [name, statuses] of Object.entries(openIn)) {
      if (!statuses.includes(place.status)) expect(canPress(name), name).toBe(false)
      if (place.phase !== 'ENDED') expect(findNamed('button', name), name).toBeDefined()
    }
    const asksToSign = findNamed('dialog', 'Signature Required') !== undefined
    expect(asksToSign).toBe(place.status === 'PENDING_SIGNATURE')
  },
)

test.each(roles)('the %s who has signed is not asked for a signature', async (role) => {
  const signing: Place = { status: 'PENDING_SIGNATURE', phase: 'SIGNATURES' }
  const signed = { BORROWER: role === 'BORROWER', LENDER: role === 'LENDER' }
  await open(loanSeen(signing, { role, guardFacts: { hasSigned: signed } }))

  expect(findNamed('dialog', 'Signature Required')).toBeUndefined()
})

test('each of the four buttons is open to somebody in each of its statuses', async () => {
  for (const [name, statuses] of Object.entries(openIn))
    for (const status of statuses) {
      const tried = places.filter((place) => place.status === status)
      const found: boolean[] = []
      for (const place of tried)
        for (const role of roles) {
          const signed = { BORROWER: true, LENDER: true }
          const { actions } = loanSeen(place, { role, guardFacts: { hasSigned: signed } })
          const wire = { Cancel: 'cancel', Escalate: 'escalate', Finalize: 'finalize' }[name]
          found.push(actions.some(({ action, open: is }) => is && action === (wire ?? 'markPaid')))
        }
      expect(found, `${name} in ${status}`).toContain(true)
    }
})

test('a loan that does not load gives the error of the server to the page', async () => {
  await open(loanSeen(active, { role: 'LENDER' }), {
    'GET /escrow/:id': refuse(409, 'Words of the server'),
  })

  expect(document.body.textContent).toContain('This loan could not be loaded')
  expect(document.body.textContent).toContain('Words of the server')
})

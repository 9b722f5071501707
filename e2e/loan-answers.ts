import type { Page, Route } from '@playwright/test'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { nameNow } from './loan-name.ts'

const hourMs = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + (hours + 0.5) * hourMs).toISOString()

/** Any PDF will do for what is shown and hashed here. */
export const pdf = readFileSync(
  new URL('../apps/web/public/contracts/default.pdf', import.meta.url),
)
export const pdfHash = createHash('sha256').update(pdf).digest('hex')

export const loanId = '0197f2c4-4a00-7000-8000-0000000000e5'
const token = 'x'.repeat(43)
export const signPath = `/sign/${token}`

type Change = Record<string, unknown>

/** A loan that waits for the signature of the borrower, who reads it. */
export const someLoan = (change: Change = {}) => ({
  id: loanId,
  code: 'LN-2Q6M',
  domain: 'tideglass.com',
  unicode: 'tideglass.com',
  status: 'PENDING_SIGNATURE',
  phase: 'SIGNATURES',
  amount: 9800,
  term: 75,
  apy: 19,
  created_at: '2026-10-13T18:05:00.000Z',
  borrower_id: crypto.randomUUID(),
  lender_id: crypto.randomUUID(),
  repay: 10_182.6,
  due_at: null,
  your_move: true,
  deadline_at: inHours(52),
  on_deadline: 'The loan is cancelled',
  version: 2,
  domain_id: crypto.randomUUID(),
  role: 'BORROWER',
  borrower_name: 'Mara Lindqvist',
  lender_name: 'Ana Brandão',
  borrower_signed: false,
  lender_signed: true,
  borrower_contract_url: signPath,
  lender_contract_url: null,
  contract: 0,
  adjusted: 3.9,
  per_diem: 5.1,
  interest: 382.6,
  ltv: 35,
  paid: 0,
  claim: null,
  pause: null,
  asks: [],
  move: {
    whose: 'YOU',
    action: 'sign',
    title: 'Sign the lending agreement',
    note: 'The lender has signed.',
    otherwise_note: 'The listing returns, and backup offers open again.',
  },
  actions: ['cancel', 'markPaid', 'finalize', 'escalate'].map((action) => ({
    action,
    open: action === 'cancel',
    why_not: action === 'cancel' ? null : 'Not before both have signed.',
  })),
  borrower_signed_at: null,
  lender_signed_at: '2026-10-13T18:21:00.000Z',
  custody_at: null,
  pay_by: null,
  value_date: null,
  grace_until: null,
  noticed_at: null,
  objection_until: null,
  ended_at: null,
  receipt: null,
  end_reason: null,
  on_hold: false,
  clock_stopped: false,
  runway_short_days: null,
  reference_in: 'LN-2Q6M-IN',
  reference_out: 'LN-2Q6M-OUT',
  payoff: null,
  payments: [],
  advances: [],
  advance: null,
  proposals: [],
  dispute: null,
  agreement: { state: 'ready', sha256: pdfHash, your_address_missing: false },
  payee: { state: 'ready', locked_since: null, revealed_at: null },
  your_payee: 'ready',
  refinances_id: null,
  successor: null,
  ...change,
})

export const someAgreement = (change: Change = {}) => ({
  escrow_id: loanId,
  code: 'LN-2Q6M',
  domain: 'tideglass.com',
  unicode: 'tideglass.com',
  title: 'Loan and Security Agreement',
  role: 'BORROWER',
  name: 'Mara Lindqvist',
  other_name: 'Ana Brandão',
  amount: 9800,
  term: 75,
  apy: 19,
  repay: 10_182.6,
  sha256: pdfHash,
  pages: 4,
  is_signed: false,
  is_other_signed: true,
  is_open: true,
  deadline_at: inHours(52),
  consent: {
    version: 'consent-1',
    paragraphs: [
      'You sign by typing your name. It binds you as a signature on paper would.',
      'You can have the agreement on paper: write to us. Nothing is charged for it.',
    ],
  },
  ...change,
})

type Answer = Change | ((route: Route) => Promise<void>)
type Sent = { call: string; body: unknown }

/** What a loan asks for while it is shown; a test changes what it is about. */
const plain: Record<string, Answer> = {
  'GET escrow': someLoan(),
  'GET events': { events: [], pages: 0, total: 0 },
  'GET messages': { messages: [], unread: 0, other_read_until: null },
  'GET files': { files: [] },
  'GET name': nameNow,
  'GET nameservers': {
    nameservers: ['ns1.fairwater-dns.example', 'ns2.fairwater-dns.example'],
    can_edit: true,
    frozen: null,
    last_changed_at: null,
    can_undo: false,
    changes_left: 10,
  },
  'GET agreements': someAgreement(),
  'GET document': (route) => route.fulfill({ body: pdf, contentType: 'application/pdf' }),
}

/** A server that knows this loan alone. An answer with a status and a code is a refusal. */
export async function showLoan(page: Page, answers: Record<string, Answer> = {}) {
  const sent: Sent[] = []
  const answer = async (route: Route) => {
    const request = route.request()
    const parts = new URL(request.url()).pathname.split('/').slice(2)
    const [of = '', , ...rest] = parts
    const call = `${request.method()} ${rest.join('/') || of}`
    const given = answers[call] ?? plain[call]
    if (request.method() !== 'GET') sent.push({ call, body: bodyOf(route) })
    if (!given) return route.fulfill({ status: 204 })
    if (typeof given === 'function') return given(route)
    const { status } = given
    return typeof status === 'number' && 'code' in given
      ? route.fulfill({ status, json: given })
      : route.fulfill({ json: given })
  }
  await page.context().route(/\/api\/(escrow\/[0-9a-f-]{36}|agreements)(\/|$)/, answer)
  return { sent, answers }
}

function bodyOf(route: Route): unknown {
  const request = route.request()
  const isJson = request.headers()['content-type'] === 'application/json'
  return isJson ? request.postDataJSON() : (request.postDataBuffer()?.length ?? null)
}

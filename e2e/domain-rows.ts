import type { Page, Route } from '@playwright/test'
import { later } from './later.ts'

const none = {
  looks_like: null,
  status: 'EXTERNAL_VERIFIED',
  estimated_value: null,
  verification_record: null,
  pending_transfer: false,
  listed: false,
  listing_id: null,
  offers: 0,
  open_escrow_id: null,
  transfer_out_available_at: null,
  on_hold: false,
  expires_at: null,
  transfer: null,
  transfer_out: null,
  transfer_refusal: null,
  listing: null,
  registry_fee: { transfer: 10.44, renewal: 10.44, is_premium: false, is_quoted: false },
  verification: null,
}

type Row = Record<string, unknown> & {
  id: string
  domain: string
  status: string
  listed: boolean
  open_escrow_id: string | null
}

const verification = {
  host: '_pier-challenge.xn--bcherhafen-9db.de',
  type: 'TXT',
  value: 'pier-verify=4c1e09b7a2f64d8e93b05f7712ac68d1',
  expires_at: later(7 * 24 * 3600),
  is_checking: false,
  next_check_at: later(200),
  last_check: {
    at: '2026-10-14T14:02:11.000Z',
    found: false,
    message: 'The record has another value',
    seen: ['v=spf1 include:mail.example -all'],
    nameservers: ['ns1.hafen-dns.example'],
  },
}

const custody = { status: 'CUSTODY_PAID', transfer_out_available_at: '2026-01-02T00:00:00.000Z' }

const rows = [
  row('lanternfish.com', {
    status: 'IN_ESCROW',
    estimated_value: 41_000,
    open_escrow_id: crypto.randomUUID(),
  }),
  row('plumbline.ai', {
    estimated_value: 74_000,
    listed: true,
    listing_id: crypto.randomUUID(),
    listing: {
      desired_loan_amount: 32_000,
      desired_term: 180,
      desired_apy: 14.5,
      auto_accept: false,
      expires_at: later(18 * 24 * 3600 - 60),
      state: 'shown',
    },
    offers: 3,
    expires_at: '2028-02-03T00:00:00.000Z',
    registry_fee: { transfer: 92.4, renewal: 92.4, is_premium: false, is_quoted: true },
  }),
  row('oldlighthouse.org', { ...custody, estimated_value: 9800 }),
  row('weathervane.co', {
    ...custody,
    estimated_value: 15_600,
    transfer_out_available_at: '2099-11-02T00:00:00.000Z',
  }),
  row('ferrywire.net', {
    pending_transfer: true,
    transfer: {
      asked_at: '2026-10-12T09:00:00.000Z',
      act_by: '2026-10-17T09:00:00.000Z',
      days: 'about 5 days',
      can_cancel: true,
    },
  }),
  row('tideglass.com', {
    estimated_value: 23_900,
    offers: 1,
    open_escrow_id: crypto.randomUUID(),
  }),
  row('xn--bcherhafen-9db.de', { status: 'EXTERNAL_UNVERIFIED', verification }),
  row('anchorage.shop', {
    registry_fee: { transfer: 1250, renewal: 1250, is_premium: true, is_quoted: true },
    on_hold: true,
    transfer_refusal: 'The authorization code was wrong',
    estimated_value: 48_100,
  }),
  row('moleend.dev', custody),
  ...Array.from({ length: 5 }, (_, at) => row(`jetty-${at + 1}.com`, {})),
]

/** The id of one of the domains above. */
export const idOf = (domain: string) => rows.find((each) => each.domain === domain)?.id ?? ''

/** One of them as it would be after something happened to it. */
export const detailsOf = (domain: string, change: Partial<Row>) => ({
  ...rows.find((each) => each.domain === domain),
  ...change,
})

type Sent = { call: string; body: unknown }

/** A server that has these domains. It keeps what was sent to it, and does not change. */
export async function showDomains(page: Page, answers: Record<string, unknown> = {}) {
  const sent: Sent[] = []
  await page.route('**/api/domains**', (route) => answer(route, { ...given, ...answers }, sent))
  await page.route('**/api/domains/**', (route) => answer(route, { ...given, ...answers }, sent))
  return sent
}

const quote = {
  state: 'ready',
  quote_id: crypto.randomUUID(),
  amount: 92.4,
  renewal: 92.4,
  is_premium: false,
  valid_until: '2026-10-15T14:00:00.000Z',
  message: null,
  available: 184.2,
  days: '1 to 5 days',
  lock_days: 60,
}

export const someQuote = (change: Partial<Record<keyof typeof quote, unknown>>) => ({
  ...quote,
  ...change,
})

const given: Record<string, unknown> = {
  'POST quote': quote,
  'POST transfer': {
    asked_at: '2026-10-14T09:00:00.000Z',
    act_by: null,
    days: '1 to 5 days',
    can_cancel: true,
  },
  'POST transferOut': {
    state: 'waiting',
    code_at: '2026-10-15T10:00:00.000Z',
    valid_until: null,
  },
  'POST editNS': { state: 'done' },
  'POST undo': { state: 'waiting' },
  'POST renew': { state: 'done' },
  'POST verify': verification,
  'GET nameservers': {
    nameservers: ['ns1.fairwater-dns.example', 'ns2.fairwater-dns.example'],
    is_signed: false,
    changes_left: 9,
    frozen: null,
    changes: [
      {
        id: crypto.randomUUID(),
        at: '2026-10-13T10:00:00.000Z',
        from: ['ns1.old.example', 'ns2.old.example'],
        to: ['ns1.fairwater-dns.example', 'ns2.fairwater-dns.example'],
        state: 'done',
        message: null,
        can_undo: true,
      },
    ],
  },
  'GET passport': {
    domain: 'plumbline.ai',
    state: 'known',
    source: 'RDAP',
    fetched_at: '2026-10-14T05:00:00.000Z',
    is_fresh: true,
    is_asked: false,
    is_held: false,
    is_locked: true,
    registered_at: '2014-03-02T00:00:00.000Z',
    expires_at: '2027-03-02T00:00:00.000Z',
    transferred_at: null,
    registrar: 'Quay Names',
    registrar_iana_id: '9999',
    locks: ['Its registrar does not let it be transferred'],
    nameservers: ['ns1.fairwater-dns.example', 'ns2.fairwater-dns.example'],
    is_signed: false,
    warnings: ['Unlock it at your registrar before you transfer it'],
    value: { amount: 74_000, source: 'our estimate', at: '2026-10-14T05:00:00.000Z' },
    changes: [],
  },
}

function answer(route: Route, answers: Record<string, unknown>, sent: Sent[]) {
  const request = route.request()
  const url = new URL(request.url())
  const parts = url.pathname.split('/').slice(3)
  const last = parts.at(-1) ?? ''
  const call = `${request.method()} ${last}`
  if (request.method() !== 'GET') sent.push({ call, body: request.postDataJSON() })
  const known = Object.hasOwn(answers, call) ? answers[call] : undefined
  if (isRefusal(known)) return route.fulfill({ status: known.status, json: known })
  if (known !== undefined) return route.fulfill({ json: known })
  if (parts.length === 0) return route.fulfill({ json: list(url.searchParams) })
  const found = rows.find(({ id }) => id === parts[0])
  if (request.method() === 'DELETE') return route.fulfill({ status: 204 })
  if (found && parts.length === 1) return route.fulfill({ json: found })
  return route.fulfill({ status: 404, json: { code: 'domain_not_found', message: 'Not here' } })
}

const isRefusal = (known: unknown): known is { status: number } =>
  Boolean(known && typeof known === 'object' && 'code' in known && 'status' in known)

const filters: Record<string, (row: Row) => boolean> = {
  all: () => true,
  listed: ({ listed }) => listed,
  in_escrow: ({ open_escrow_id }) => open_escrow_id !== null,
  in_custody: ({ status }) => status === 'CUSTODY_PAID',
  not_verified: ({ status }) => status === 'EXTERNAL_UNVERIFIED',
}

function list(query: URLSearchParams) {
  const [limit, at] = [Number(query.get('limit')), Number(query.get('page'))]
  const filter = filters[query.get('filter') ?? 'all'] ?? (() => true)
  const found = rows.filter(
    (each) => filter(each) && each.domain.includes(query.get('search') ?? ''),
  )
  const counts = Object.entries(filters).map(([name, isIn]) => [name, rows.filter(isIn).length])
  return {
    domains: found.slice((at - 1) * limit, at * limit),
    pages: Math.ceil(found.length / limit),
    counts: Object.fromEntries(counts),
    estimated_total: 212_400,
    without_value: 3,
  }
}

function row(domain: string, change: Partial<Row>): Row {
  const unicode = domain === 'xn--bcherhafen-9db.de' ? 'bücherhafen.de' : domain
  return { ...none, id: crypto.randomUUID(), domain, unicode, ...change }
}

import type { CallOutput } from '@pier/protocol/calls/calls'
import type { Answers } from '../screen/fake-server.ts'

type DomainList = CallOutput<'GET /domains'>
type Domain = CallOutput<'GET /domains/:id'>
type Quote = CallOutput<'POST /domains/:id/quote'>

/** Evaluated per answer: the tests together take longer than some of the times they show. */
const later = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const daySeconds = 24 * 3600

const none: Omit<Domain, 'id' | 'domain' | 'unicode'> = {
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

export const verification: NonNullable<Domain['verification']> = {
  host: '_pier-challenge.xn--bcherhafen-9db.de',
  type: 'TXT',
  value: 'pier-verify=4c1e09b7a2f64d8e93b05f7712ac68d1',
  get expires_at() {
    return later(7 * daySeconds)
  },
  is_checking: false,
  get next_check_at() {
    return later(200)
  },
  last_check: {
    at: '2026-10-14T14:02:11.000Z',
    found: false,
    message: 'The record has another value',
    seen: ['v=spf1 include:mail.example -all'],
    nameservers: ['ns1.hafen-dns.example'],
  },
}

const listing: NonNullable<Domain['listing']> = {
  desired_loan_amount: 32_000,
  desired_term: 180,
  desired_apy: 14.5,
  auto_accept: false,
  get expires_at() {
    return later(18 * daySeconds - 60)
  },
  state: 'shown',
}

const custody = {
  status: 'CUSTODY_PAID',
  transfer_out_available_at: '2026-01-02T00:00:00.000Z',
} as const

/** One in every state that My Domains distinguishes, and enough of them for a second page. */
const domains: Domain[] = [
  owned('lanternfish.com', {
    status: 'IN_ESCROW',
    estimated_value: 41_000,
    open_escrow_id: crypto.randomUUID(),
  }),
  owned('plumbline.ai', {
    estimated_value: 74_000,
    listed: true,
    listing_id: crypto.randomUUID(),
    listing,
    offers: 3,
    expires_at: '2028-02-03T00:00:00.000Z',
    registry_fee: { transfer: 92.4, renewal: 92.4, is_premium: false, is_quoted: true },
  }),
  owned('oldlighthouse.org', { ...custody, estimated_value: 9800 }),
  owned('weathervane.co', {
    ...custody,
    estimated_value: 15_600,
    transfer_out_available_at: '2099-11-02T00:00:00.000Z',
  }),
  owned('ferrywire.net', {
    pending_transfer: true,
    transfer: {
      asked_at: '2026-10-12T09:00:00.000Z',
      act_by: '2026-10-17T09:00:00.000Z',
      days: 'about 5 days',
      can_cancel: true,
    },
  }),
  owned('tideglass.com', {
    estimated_value: 23_900,
    offers: 1,
    open_escrow_id: crypto.randomUUID(),
  }),
  owned('xn--bcherhafen-9db.de', {
    unicode: 'bücherhafen.de',
    status: 'EXTERNAL_UNVERIFIED',
    verification,
  }),
  owned('anchorage.shop', {
    registry_fee: { transfer: 1250, renewal: 1250, is_premium: true, is_quoted: true },
    on_hold: true,
    transfer_refusal: 'The authorization code was wrong',
    estimated_value: 48_100,
  }),
  owned('moleend.dev', custody),
  ...Array.from({ length: 5 }, (_, at) => owned(`jetty-${at + 1}.com`)),
]

function owned(domain: string, change: Partial<Domain> = {}): Domain {
  return { ...none, id: crypto.randomUUID(), domain, unicode: domain, ...change }
}

export const findDomain = (id: string | undefined) => domains.find((each) => each.id === id)

/** One of the domains above, optionally changed. */
export function domainOf(name: string, change: Partial<Domain> = {}): Domain {
  const found = domains.find(({ domain }) => domain === name)
  if (!found) throw new Error(`${name} is not among the given domains`)
  return { ...found, ...change }
}

export const idOf = (name: string) => domainOf(name).id

const filters: Record<keyof DomainList['counts'], (domain: Domain) => boolean> = {
  all: () => true,
  listed: ({ listed }) => listed,
  in_escrow: ({ open_escrow_id }) => open_escrow_id !== null,
  in_custody: ({ status }) => status === 'CUSTODY_PAID',
  not_verified: ({ status }) => status === 'EXTERNAL_UNVERIFIED',
}

const isFilter = (name: string): name is keyof typeof filters => Object.hasOwn(filters, name)

/** The requested page of the list. */
export function listDomains(query: URLSearchParams): DomainList {
  const [limit, at] = [Number(query.get('limit')), Number(query.get('page'))]
  const filter = query.get('filter') ?? 'all'
  const search = query.get('search') ?? ''
  const isIn = isFilter(filter) ? filters[filter] : filters.all
  const found = domains.filter((each) => isIn(each) && each.domain.includes(search))
  return {
    domains: found.slice((at - 1) * limit, at * limit),
    pages: Math.ceil(found.length / limit),
    counts: {
      all: domains.filter(filters.all).length,
      listed: domains.filter(filters.listed).length,
      in_escrow: domains.filter(filters.in_escrow).length,
      in_custody: domains.filter(filters.in_custody).length,
      not_verified: domains.filter(filters.not_verified).length,
    },
    estimated_total: 212_400,
    without_value: 3,
  }
}

export const noDomains: DomainList = {
  domains: [],
  pages: 0,
  counts: { all: 0, listed: 0, in_escrow: 0, in_custody: 0, not_verified: 0 },
  estimated_total: 0,
  without_value: 0,
}

const quote: Quote = {
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

export const someQuote = (change: Partial<Quote> = {}): Quote => ({ ...quote, ...change })

const nameservers: CallOutput<'GET /domains/:id/nameservers'> = {
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
}

const passport: CallOutput<'GET /domains/:id/passport'> = {
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
}

/** The server's answer for a domain that was just added. */
export const added: CallOutput<'POST /domains/add'> = {
  id: idOf('xn--bcherhafen-9db.de'),
  domain: 'xn--bcherhafen-9db.de',
  cleaned_from: null,
  verificationRecord: 'pier-verify=1',
  verificationHost: '_pier-challenge',
}

export const transferOut: CallOutput<'POST /domains/:id/transferOut'> = {
  state: 'waiting',
  code_at: '2026-10-15T10:00:00.000Z',
  valid_until: null,
}

/** What the dialogs of a domain load and send, for tests about something else. */
export const besideDomain: Answers = {
  'POST /domains/:id/quote': quote,
  'POST /domains/:id/transfer': {
    asked_at: '2026-10-14T09:00:00.000Z',
    act_by: null,
    days: '1 to 5 days',
    can_cancel: true,
  },
  'POST /domains/:id/transferOut': transferOut,
  'POST /domains/:id/editNS': { state: 'done' },
  'POST /domains/:id/nameservers/undo': { state: 'waiting' },
  'POST /domains/:id/renew': { state: 'done' },
  'POST /domains/:id/verify': verification,
  'GET /domains/:id/nameservers': nameservers,
  'GET /domains/:id/passport': passport,
  'GET /domains/:id/certificate': { certificate: null, handle: null },
}

import type { CallOutput } from '@pier/protocol/calls/calls'
import type { DomainState } from '@pier/protocol/lifecycles/domain'
import { limits } from '@pier/protocol/limits'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from './client/client.ts'
import { reload } from './client/reload.ts'

export type DomainList = CallOutput<'GET /domains'>
export type Domain = DomainList['domains'][number]
export type DomainFilter = keyof DomainList['counts']
export type DomainView = { page: number; filter: DomainFilter; search: string }
export type DomainDetails = CallOutput<'GET /domains/:id'>
export type Verification = NonNullable<DomainDetails['verification']>
export type Quote = CallOutput<'POST /domains/:id/quote'>
export type Nameservers = CallOutput<'GET /domains/:id/nameservers'>
export type Passport = CallOutput<'GET /domains/:id/passport'>
export type OwnCertificate = CallOutput<'GET /domains/:id/certificate'>
export type Imported = CallOutput<'POST /domains/import'>
export type Operation = 'transfer' | 'renew'

const domainKeys = {
  all: ['domains'],
  list: (view: DomainView) => ['domains', 'list', view],
  choices: (filter: DomainFilter) => ['domains', 'choices', filter],
  one: (id: string) => ['domains', 'one', id],
  passport: (id: string) => ['domains', 'passport', id],
  nameservers: (id: string) => ['domains', 'nameservers', id],
  certificate: (id: string) => ['domains', 'certificate', id],
  // Not below `all`: an event about a domain must not request its price again.
  quote: (id: string, operation: Operation) => ['quote', id, operation],
} as const

const askAgainMs = 1000
const lookAgainMs = 15_000

/** While another page loads, what is above the rows stays on screen. */
export const useDomains = (view: DomainView) =>
  useQuery({
    queryKey: domainKeys.list(view),
    queryFn: () => listDomains({ ...view, limit: limits.domainsPerPage }),
    placeholderData: keepPreviousData,
  })

/** The newest domains, for a field to choose from. */
export const useDomainChoices = (filter: DomainFilter) =>
  useQuery({
    queryKey: domainKeys.choices(filter),
    queryFn: () => listDomains({ page: 1, filter, search: '', limit: limits.pageSizeMax }),
  })

function listDomains({ page, filter, search, limit }: DomainView & { limit: number }) {
  const query = { page: String(page), limit: String(limit), filter }
  return call('GET /domains', { query: search ? { ...query, search } : query })
}

/** Live events reload it; the slow polling is for a lost stream. */
export const useDomain = (id: string) =>
  useQuery({
    queryKey: domainKeys.one(id),
    queryFn: () => call('GET /domains/:id', { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.verification?.is_checking ? askAgainMs : lookAgainMs,
  })

export const usePassport = (id: string) =>
  useQuery({
    queryKey: domainKeys.passport(id),
    queryFn: () => call('GET /domains/:id/passport', { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'asking' || state.data?.is_asked ? askAgainMs : false,
  })

export const useNameservers = (id: string) =>
  useQuery({
    queryKey: domainKeys.nameservers(id),
    queryFn: () => call('GET /domains/:id/nameservers', { params: { id } }),
  })

export const useCertificate = (id: string) =>
  useQuery({
    queryKey: domainKeys.certificate(id),
    queryFn: () => call('GET /domains/:id/certificate', { params: { id } }),
  })

/** The first call asks the registry; later calls return its answer. */
export const useQuote = (id: string, operation: Operation) =>
  useQuery({
    queryKey: domainKeys.quote(id, operation),
    queryFn: () => call('POST /domains/:id/quote', { params: { id }, body: { operation } }),
    refetchInterval: ({ state }) => (state.data?.state === 'asking' ? askAgainMs : false),
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  })

/** Reloads every query below the domains key */
export const reloadDomains = (queries: QueryClient) => reload(queries, domainKeys.all)

/** The status of a domain from the cache, without a request. */
export const knownStatus = (queries: QueryClient, id: string) =>
  queries.getQueryData<DomainDetails>(domainKeys.one(id))?.status

/** The facts that decide which actions are open. */
export const stateOf = (domain: Domain): DomainState => ({
  status: domain.status,
  pendingTransfer: domain.pending_transfer,
  isListed: domain.listed,
  hasOpenLoan: domain.open_escrow_id !== null,
  transferOutAvailableAt: domain.transfer_out_available_at
    ? new Date(domain.transfer_out_available_at)
    : null,
})

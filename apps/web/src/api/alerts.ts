import type { CallOutput } from '@pier/protocol/calls/calls'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from './client/client.ts'
import type { ListingFilters } from './listings.ts'
import { reload } from './client/reload.ts'

/** A saved search that notifies its owner of new listings. */
export type Alert = CallOutput<'GET /searches'>['searches'][number]
export type FoundListing = CallOutput<'GET /searches/:id/listings'>['listings'][number]

const alertsKey = ['alerts'] as const

export const useAlerts = () =>
  useQuery({ queryKey: [...alertsKey, 'list'], queryFn: () => call('GET /searches') })

/** The listings it has found, newest find first. */
export const useFound = ({ id, query }: Alert) =>
  useQuery({
    queryKey: [...alertsKey, 'found', id, query],
    queryFn: () => call('GET /searches/:id/listings', { params: { id }, query: {} }),
  })

export const saveAlert = (filters: ListingFilters) => call('POST /searches', { query: filters })

export const editAlert = (id: string, filters: ListingFilters) =>
  call('PUT /searches/:id', { params: { id }, query: filters })

export const endAlert = (id: string) => call('DELETE /searches/:id', { params: { id } })

/** New finds stay marked until the screen is left: only the counts are reloaded. */
export async function lookAtAlert(queries: QueryClient, id: string): Promise<void> {
  await call('POST /searches/:id/look', { params: { id } })
  await queries.invalidateQueries({ queryKey: [...alertsKey, 'list'] })
}

export const reloadAlerts = (queries: QueryClient) => reload(queries, alertsKey)

import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reloads what is shown. A first load that is still in flight is cancelled: its answer may be older
 * than the event, and the query would take it for the new one.
 */
export async function reload(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.invalidateQueries({ queryKey })
}

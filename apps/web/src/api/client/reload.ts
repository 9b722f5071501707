import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads anew what is shown. A first reading that is still on its way is given up: its answer may be
 * older than the news, and the query would take it for the new one.
 */
export async function reload(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.invalidateQueries({ queryKey })
}

import { ApiError } from '../../api/client/api-error.ts'
import { callFromServer } from '../../api/client/call-from-server.server.ts'

/** Null for an unknown listing or an invalid id. */
export async function findListing(id: string, request: Request) {
  try {
    return await callFromServer('GET /listings/:id', { params: { id } }, request)
  } catch (error) {
    if (error instanceof ApiError && [400, 404, 422].includes(error.status)) return null
    throw error
  }
}

import { ApiError } from '../../../api/client/api-error.ts'
import { callFromServer } from '../../../api/client/call-from-server.server.ts'

/** Null for an unknown and for a withdrawn code. */
export async function findCertificate(code: string, request: Request) {
  try {
    return await callFromServer('GET /custody/:code', { params: { code } }, request)
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return null
    throw error
  }
}

export const readKey = (request: Request) => callFromServer('GET /custody/key', {}, request)

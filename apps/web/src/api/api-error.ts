import { type ErrorBody, errors } from '@pier/protocol/errors'

/** A refusal of the server, in words fit for the user. Status 0: no answer came at all. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

const unavailable: ErrorBody = { code: 'unavailable', message: errors.unavailable.message }

export const noAnswer = () => new ApiError(0, unavailable)

/** What came with a refusal. A proxy in between may have answered in a shape of its own. */
export const asErrorBody = (data: unknown): ErrorBody =>
  data && typeof data === 'object' && 'code' in data && 'message' in data
    ? (data as ErrorBody) // The one shape of an error reply.
    : unavailable

/** The words for the banner: the server's own, or none of the machine's. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : errors.unexpected.message
}

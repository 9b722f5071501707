import type { ErrorBody } from '@pier/protocol/errors'
import { failures } from '@pier/protocol/failures'

/** An error response, with a message fit for the user. Status 0: no response at all. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** The id by which the server's log has it. */
  readonly reference: string | undefined

  constructor(status: number, body: ErrorBody, reference?: string) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.reference = reference
  }
}

const unavailable: ErrorBody = { code: 'unavailable', message: failures.unavailable.message }

export const noAnswer = () => new ApiError(0, unavailable)

/** The body of an error response. A proxy in between may have sent another shape. */
export const asErrorBody = (data: unknown): ErrorBody =>
  data && typeof data === 'object' && 'code' in data && 'message' in data
    ? (data as ErrorBody) // The one shape of an error reply.
    : unavailable

/** The id by which support finds the failure, if the server had a part in it. */
export const referenceOf = (error: unknown) =>
  error instanceof ApiError ? error.reference : undefined

/** Like messageOf, but where that is too vague it also says what failed. */
export function failureText(failed: string, error: unknown): string {
  const isVague = !(error instanceof ApiError) || vagueCodes.has(error.body.code)
  return isVague ? `${failed}. ${messageOf(error)}` : messageOf(error)
}

const vagueCodes: ReadonlySet<string> = new Set(['unexpected', 'unavailable'])

/** The text for the banner: the server's message, never a technical one. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : failures.unexpected.message
}

import { type ErrorBody, errors } from '@pier/protocol/errors'

/** A refusal of the server, in words fit for the user. Status 0: no answer came at all. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** What the server's log has it under. */
  readonly reference: string | undefined

  constructor(status: number, body: ErrorBody, reference?: string) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.reference = reference
  }
}

const unavailable: ErrorBody = { code: 'unavailable', message: errors.unavailable.message }

export const noAnswer = () => new ApiError(0, unavailable)

/** What came with a refusal. A proxy in between may have answered in a shape of its own. */
export const asErrorBody = (data: unknown): ErrorBody =>
  data && typeof data === 'object' && 'code' in data && 'message' in data
    ? (data as ErrorBody) // The one shape of an error reply.
    : unavailable

/** What support finds the failure by, if the server had a part in it. */
export const referenceOf = (error: unknown) =>
  error instanceof ApiError ? error.reference : undefined

/** The same where the server said nothing of use: then at least what was tried is said. */
export function failureText(failed: string, error: unknown): string {
  const isVague = !(error instanceof ApiError) || vagueCodes.has(error.body.code)
  return isVague ? `${failed}. ${messageOf(error)}` : messageOf(error)
}

const vagueCodes: ReadonlySet<string> = new Set(['unexpected', 'unavailable'])

/** The words for the banner: the server's own, or none of the machine's. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : errors.unexpected.message
}

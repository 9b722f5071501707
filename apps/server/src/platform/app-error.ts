import { errors, type ErrorBody, type ErrorCode } from '@pier/protocol/errors'

type ErrorDetail = Omit<ErrorBody, 'code' | 'message'> & { message?: string }

/** A refusal that the user may see. Its status and text stand in the protocol's table. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly detail: Omit<ErrorDetail, 'message'>

  constructor(code: ErrorCode, { message, ...detail }: ErrorDetail = {}) {
    super(message ?? errors[code].message)
    this.code = code
    this.status = errors[code].status
    this.detail = detail
  }

  body(): ErrorBody {
    return { code: this.code, message: this.message, ...this.detail }
  }
}

/** Asserts what cannot happen. If it does, it is a fault of ours: a 500 and an alert. */
export function invariant(condition: unknown, why: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${why}`)
}

type Refusal = {
  message: string
  status?: number
  type?: string
  code?: string
  param?: string
  /** The work had begun, so an idempotency key remembers the refusal. */
  isKept?: boolean
}

/** An answer in Stripe's error shape. */
export class CardRefusal extends Error {
  readonly status: number
  readonly isKept: boolean
  readonly body: { error: Omit<Refusal, 'status' | 'isKept'> }

  constructor({ status = 400, isKept = false, ...error }: Refusal) {
    super(error.message)
    this.status = status
    this.isKept = isKept
    this.body = { error: { type: 'invalid_request_error', ...error } }
  }
}

export function refuseMissing(kind: string, id: string, param = 'id'): CardRefusal {
  const status = param === 'id' ? 404 : 400
  const message = `No such ${kind}: '${id}'`
  return new CardRefusal({ status, code: 'resource_missing', param, message })
}

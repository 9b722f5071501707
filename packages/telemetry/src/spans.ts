/**
 * Traces: a span for each request, job and call to a provider, and which of them caused which. Its
 * context goes from process to process as a W3C `traceparent`. Until somebody records spans, work
 * runs as if none of this were here.
 *
 * Names and attributes say what was done, never for whom: no path, no domain, no message of an error.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** Which span caused what happens now. One that is not sampled still says so to those it causes. */
export type SpanContext = { traceId: string; spanId: string; isSampled: boolean }
export type SpanKind = 'server' | 'client' | 'consumer'
export type Attributes = Record<string, string | number>
export type EndedSpan = {
  name: string
  kind: SpanKind
  context: SpanContext
  parentSpanId: string | undefined
  startedAtMs: number
  endedAtMs: number
  attributes: Attributes
  isFailed: boolean
}
type Recorder = { record: (span: EndedSpan) => void; ratio: number }
type NewSpan = {
  name: string
  kind: SpanKind
  /** Without one it starts a trace of its own. */
  parent: SpanContext | undefined
  attributes?: Attributes
}
export type Span = {
  context: SpanContext
  run: <T>(work: () => T) => T
  end: (ending: { name?: string; attributes?: Attributes; isFailed: boolean }) => void
}

const current = new AsyncLocalStorage<SpanContext>()
let recorder: Recorder | undefined

/** `ratio` is how many of the traces that start here are recorded; the others follow their parent. */
export function recordSpansWith(next: Recorder | undefined): void {
  recorder = next
}

/** For work that ends with an event. Undefined while nobody records. */
export function openSpan({ name, kind, parent, attributes = {} }: NewSpan): Span | undefined {
  if (!recorder) return undefined
  const context = {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    isSampled: parent ? parent.isSampled : Math.random() < recorder.ratio,
  }
  const startedAtMs = nowMs()
  return {
    context,
    run: (work) => current.run(context, work),
    end: (ending) => {
      if (!context.isSampled) return
      recorder?.record({
        name: ending.name ?? name,
        kind,
        context,
        parentSpanId: parent?.spanId,
        startedAtMs,
        endedAtMs: nowMs(),
        attributes: { ...attributes, ...ending.attributes },
        isFailed: ending.isFailed,
      })
    },
  }
}

export function inSpan<T>(span: NewSpan, work: () => T): T {
  const opened = openSpan(span)
  return opened ? endWith(opened, opened.run(work)) : work()
}

/** A call to somebody else, caused by what runs now. */
export const inCall = <T>(name: string, work: () => T): T =>
  inSpan({ name, kind: 'client', parent: current.getStore() }, work)

/** Makes each call of a provider a span, as in "stripe refund". What answers at once is no call. */
export function traceCalls<T extends object>(provider: string, calls: T): T {
  const traced = Object.entries(calls).map(([name, call]: [string, unknown]) => {
    const inOne = (...input: unknown[]): unknown =>
      inCall(`${provider} ${name}`, () => (call as (...input: unknown[]) => unknown)(...input))
    return [name, typeof call === 'function' ? inOne : call]
  })
  return Object.fromEntries(traced) as T
}

function endWith<T>(span: Span, result: T): T {
  if (!(result instanceof Promise)) return result
  const settled = result.then(
    (value: unknown) => {
      span.end({ isFailed: false })
      return value
    },
    (error: unknown) => {
      span.end({ isFailed: true, attributes: { 'error.type': typeOf(error) } })
      throw error
    },
  )
  return settled as T
}

/** What another process is told about what runs now. */
export function traceparent(): string | undefined {
  const context = current.getStore()
  return recorder && context && writeTraceparent(context)
}

export const writeTraceparent = ({ traceId, spanId, isSampled }: SpanContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

export function readTraceparent(text: unknown): SpanContext | undefined {
  const parts = typeof text === 'string' && /^00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])$/.exec(text)
  if (!parts) return undefined
  const [, traceId = '', spanId = '', flag] = parts
  return { traceId, spanId, isSampled: flag === '1' }
}

const typeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return code
  return error instanceof Error ? error.name : 'unknown'
}

/** Wall time with fractions of a millisecond, so that short spans have a length. */
const nowMs = (): number => performance.timeOrigin + performance.now()

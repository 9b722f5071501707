/** Sends spans to a collector by OTLP/HTTP in its JSON form. Traces may be lost, requests may not. */
import { setTimeout as sleep } from 'node:timers/promises'
import { recordSpansWith, type Attributes, type EndedSpan, type SpanKind } from './spans.ts'

export type TraceSettings = {
  /** The collector, as in http://127.0.0.1:4318. */
  endpoint: URL
  /** As in "name=value,name=value", values percent-encoded: the form that OpenTelemetry gave it. */
  headers: string
  ratio: number
}
type Process = TraceSettings & {
  service: string
  warn: (facts: object, message: string) => void
}

const everyMs = 2000
const batchMax = 512
/** Whatever comes on top while the collector is slow is dropped. */
const waitingMax = 4096
const timeoutMs = 5000
/** Whoever stops a process waits for more than its traces. */
const stopMs = 3000
const warnEveryMs = 60_000

/** Starts to record. `stop` sends what is left, as far as that can be done in three seconds. */
export function startTraces({ endpoint, headers, ratio, service, warn }: Process) {
  const sent = { ...readHeaders(headers), 'content-type': 'application/json' }
  const url = new URL('v1/traces', endpoint.href.replace(/\/?$/, '/'))
  const waiting: EndedSpan[] = []
  let lost = 0
  let warnedAtMs = -Infinity
  let sending = Promise.resolve()

  const tellLoss = (count: number, error?: unknown) => {
    lost += count
    if (performance.now() - warnedAtMs < warnEveryMs) return
    warnedAtMs = performance.now()
    warn({ spans: lost, ...(error !== undefined && { err: error }) }, 'traces were lost')
    lost = 0
  }
  const sendAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax)
      const body = JSON.stringify(encodeSpans(service, batch))
      await send(url, sent, body).catch((error: unknown) => tellLoss(batch.length, error))
    }
  }
  const flush = (): Promise<void> => {
    sending = sending.then(sendAll)
    return sending
  }
  const timer = setInterval(() => void flush(), everyMs).unref()
  recordSpansWith({
    ratio,
    record: (span) => {
      if (waiting.length >= waitingMax) tellLoss(1)
      else waiting.push(span)
    },
  })
  return {
    flush,
    async stop() {
      clearInterval(timer)
      recordSpansWith(undefined)
      await Promise.race([flush(), sleep(stopMs, undefined, { ref: false })])
      const dropped = waiting.splice(0)
      if (dropped.length > 0) tellLoss(dropped.length)
    },
  }
}

async function send(url: URL, headers: Record<string, string>, body: string): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(timeoutMs),
  })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`The collector answered ${reply.status}`)
}

/** By the numbers of the protocol. */
const kinds: Record<SpanKind, number> = { server: 2, client: 3, consumer: 5 }
const failed = 2

const encodeSpans = (service: string, spans: EndedSpan[]) => ({
  resourceSpans: [
    {
      resource: { attributes: encodeAttributes({ 'service.name': service }) },
      scopeSpans: [{ scope: { name: '@pier/telemetry' }, spans: spans.map(encodeSpan) }],
    },
  ],
})

const encodeSpan = ({ context, parentSpanId, ...span }: EndedSpan) => ({
  traceId: context.traceId,
  spanId: context.spanId,
  ...(parentSpanId && { parentSpanId }),
  name: span.name,
  kind: kinds[span.kind],
  startTimeUnixNano: nanos(span.startedAtMs),
  endTimeUnixNano: nanos(span.endedAtMs),
  attributes: encodeAttributes(span.attributes),
  status: span.isFailed ? { code: failed } : {},
})

const encodeAttributes = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
  }))

/** A number cannot hold that many digits, so they are text. */
const nanos = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n)

function readHeaders(text: string): Record<string, string> {
  const pairs = text
    .split(',')
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
    })
  return Object.fromEntries(pairs) as Record<string, string>
}

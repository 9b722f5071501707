import type { CallInput, CallName, CallOutput } from '@pier/protocol/calls/calls'
import { send } from './client.ts'

const timeoutMs = 5000
/** Written by our own web server, whatever the visitor sent. */
const passedOn = ['x-forwarded-for', 'x-forwarded-proto', 'x-request-id', 'traceparent']

/** An anonymous call from the page's server. It names the visitor, so that rate limits apply. */
export function callFromServer<N extends CallName>(
  name: N,
  input: CallInput<N>,
  { headers, signal }: Pick<Request, 'headers' | 'signal'>,
): Promise<CallOutput<N>> {
  const passed = passedOn.flatMap((header) => {
    const value = headers.get(header)
    return value ? [[header, value]] : []
  })
  const asked = Object.assign({}, input, { headers: Object.fromEntries(passed) })
  return send(name, asked, {
    origin: readApiOrigin(),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
}

/** The same origin that server.ts proxies calls to. */
function readApiOrigin(): string {
  // oxlint-disable-next-line node/no-process-env -- Read by the page's server, which has no config of its own.
  return new URL(process.env['API_ORIGIN'] ?? 'http://127.0.0.1:4000').origin
}

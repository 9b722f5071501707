import type { CallInput, CallName, CallOutput } from '@pier/protocol/calls/calls'
import { send } from './client.ts'

const timeoutMs = 5000

/** A call of a page that is made on the server, by nobody. It says for whom, so that limits hold. */
export function callFromServer<N extends CallName>(
  name: N,
  input: CallInput<N>,
  { headers, signal }: Pick<Request, 'headers' | 'signal'>,
): Promise<CallOutput<N>> {
  const passed = ['x-forwarded-for', 'x-forwarded-proto', 'x-request-id'].flatMap((header) => {
    const value = headers.get(header)
    return value ? [[header, value]] : []
  })
  const asked = Object.assign({}, input, { headers: Object.fromEntries(passed) })
  return send(name, asked, {
    origin: readApiOrigin(),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
}

/** The same that server.ts passes calls on to. */
function readApiOrigin(): string {
  // oxlint-disable-next-line node/no-process-env -- Read by the page's server, which has no config of its own.
  return new URL(process.env['API_ORIGIN'] ?? 'http://127.0.0.1:4000').origin
}

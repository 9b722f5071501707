/**
 * Which of our errors an answer is. Codes decide, never texts; those are for the log. A `bad_request`
 * to a transfer may mean that the name is ours already (2002): ask before calling it a fault.
 */
import { RegistrarError, type RegistrarErrorCode } from '../../registrar-port.ts'
import type { Answer } from './answers.ts'

export type CommandKind =
  | 'login'
  | 'check'
  | 'info'
  | 'transfer'
  | 'renew'
  | 'update'
  | 'create'
  | 'poll'
  | 'logout'

export type Asked = { kind: CommandKind; clientId: string; hasFee?: boolean }

/** Throws if the answer is a refusal; codes below 2000 are not. */
export function refuse(answer: Answer, asked: Asked): void {
  if (answer.code < 2000) return
  const { results } = answer
  const code = errorOf(answer.code, asked)
  const summary = results.map((result) => `${result.code} ${result.message}`).join('; ')
  throw new RegistrarError(code, `${asked.kind} was refused: ${summary}`, {
    isRetryable: retryable.has(code),
    results,
    clientId: asked.clientId,
    serverId: answer.serverId ?? undefined,
  })
}

/** Retryable means later and unchanged. All others need an operator or another query. */
const retryable: ReadonlySet<RegistrarErrorCode> = new Set([
  'temporarily_unavailable',
  'session_limit',
  'insufficient_registrar_funds',
])

const fixed: Record<number, RegistrarErrorCode> = {
  2000: 'unsupported',
  2001: 'bad_request',
  2002: 'bad_request',
  2005: 'bad_request',
  2100: 'unsupported',
  2101: 'unsupported',
  2102: 'unsupported',
  2103: 'unsupported',
  2104: 'insufficient_registrar_funds',
  2105: 'not_eligible',
  2106: 'not_eligible',
  2200: 'credentials',
  2201: 'not_ours',
  2202: 'auth_code_invalid',
  2300: 'already_pending',
  2301: 'not_pending',
  2302: 'already_exists',
  2303: 'not_found',
  2305: 'policy',
  2306: 'policy',
  2307: 'unsupported',
  2308: 'policy',
  2400: 'temporarily_unavailable',
  2500: 'temporarily_unavailable',
  2501: 'credentials',
  2502: 'session_limit',
}

function errorOf(code: number, { kind, hasFee }: Asked): RegistrarErrorCode {
  if (code === 2003) return isPaid(kind) && !hasFee ? 'fee_required' : 'bad_request'
  if (code === 2004) return hasFee ? 'fee_mismatch' : 'bad_request'
  if (code === 2304) return kind === 'transfer' ? 'transfer_prohibited' : 'policy'
  return fixed[code] ?? 'bad_request'
}

const isPaid = (kind: CommandKind): boolean => kind === 'transfer' || kind === 'renew'

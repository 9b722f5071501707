import type { CallInput, CallOutput } from '@pier/protocol/calls/calls'
import type { OperatorCallName } from '@pier/protocol/calls/operator/operator-access'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { leaveForOperatorLoginAndBack } from '../session/leave.ts'
import { ApiError } from './client/api-error.ts'
import { send, sendForFile } from './client/client.ts'
import { reload } from './client/reload.ts'

export type { OperatorCallName }
/** The operator who is logged in. */
export type Duty = CallOutput<'GET /operator/self'>

/** Calls whose 401 is an answer, not a reason to go to the login. */
const openCalls: ReadonlySet<OperatorCallName> = new Set<OperatorCallName>([
  'POST /operator/login',
  'POST /operator/join/start',
  'POST /operator/join',
])

/** A call of the console. The session is a cookie, so no token is handled here. */
export function operatorCall<N extends OperatorCallName>(
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N>> {
  const answer = send(name, input)
  return openCalls.has(name) ? answer : answer.catch(leaveIfEnded)
}

export const operatorDownload = <N extends OperatorCallName>(name: N, input: CallInput<N>) =>
  sendForFile(name, input).catch(leaveIfEnded)

function leaveIfEnded(error: unknown): Promise<never> {
  if (error instanceof ApiError && error.status === 401) return leaveForOperatorLoginAndBack()
  throw error
}

const operatorKey = ['operator'] as const

/** How often what is shown is reloaded: other operators work on the same things. */
export const deskMs = 5000

type Watch = {
  refetchMs?: number
  enabled?: boolean
  /** Keeps the previous data while another page or filter loads. */
  keep?: boolean
}

/** Reads for the console. */
export const useOperatorQuery = <N extends OperatorCallName>(
  name: N,
  input: CallInput<N>,
  { refetchMs, enabled = true, keep = false }: Watch = {},
) =>
  useQuery({
    queryKey: [...operatorKey, name, input],
    queryFn: () => operatorCall(name, input),
    placeholderData: keep ? keepPreviousData : undefined,
    refetchInterval: refetchMs ?? false,
    enabled,
  })

/** Reloads everything that the console shows. */
export const reloadOperator = (queries: QueryClient) => reload(queries, operatorKey)

/** Who is on duty, the server's time, and whether clocks run. */
export const useDutyQuery = () =>
  useOperatorQuery('GET /operator/self', undefined, { refetchMs: deskMs })

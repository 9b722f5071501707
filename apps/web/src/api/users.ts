import type { CallOutput } from '@pier/protocol/calls/calls'
import { useQuery } from '@tanstack/react-query'
import { call } from './client/client.ts'

export type Self = CallOutput<'GET /users/self'>
export type Session = CallOutput<'GET /users/sessions'>['sessions'][number]

export type FirstSteps = CallOutput<'GET /users/first-steps'>

export type Payee = CallOutput<'GET /users/payout-details'>['details'][number]

export const userKeys = {
  self: ['users', 'self'],
  sessions: ['users', 'sessions'],
  payees: ['users', 'payees'],
  firstSteps: ['users', 'first-steps'],
} as const

export const useSelf = () =>
  useQuery({ queryKey: userKeys.self, queryFn: () => call('GET /users/self') })

export const useSessions = () =>
  useQuery({ queryKey: userKeys.sessions, queryFn: () => call('GET /users/sessions') })

export const usePayees = () =>
  useQuery({ queryKey: userKeys.payees, queryFn: () => call('GET /users/payout-details') })

/** Asked anew whenever the dashboard opens: a step is done on another page, or in a mail. */
export const useFirstSteps = ({ enabled }: { enabled: boolean }) =>
  useQuery({
    queryKey: userKeys.firstSteps,
    queryFn: () => call('GET /users/first-steps'),
    refetchOnMount: 'always',
    enabled,
  })

import type { CallOutput } from '@pier/protocol/calls/calls'
import { useQuery } from '@tanstack/react-query'
import { call } from './client/client.ts'

export type Self = CallOutput<'GET /users/self'>
export type Session = CallOutput<'GET /users/sessions'>['sessions'][number]

export type Payee = CallOutput<'GET /users/payout-details'>['details'][number]

export const userKeys = {
  self: ['users', 'self'],
  sessions: ['users', 'sessions'],
  payees: ['users', 'payees'],
} as const

export const useSelf = () =>
  useQuery({ queryKey: userKeys.self, queryFn: () => call('GET /users/self') })

export const useSessions = () =>
  useQuery({ queryKey: userKeys.sessions, queryFn: () => call('GET /users/sessions') })

export const usePayees = () =>
  useQuery({ queryKey: userKeys.payees, queryFn: () => call('GET /users/payout-details') })

import type { CallOutput } from '@pier/protocol/calls/calls'
import { useQuery } from '@tanstack/react-query'
import { call } from './client.ts'

export type Self = CallOutput<'GET /users/self'>
export type Session = CallOutput<'GET /users/sessions'>['sessions'][number]

export const userKeys = { self: ['users', 'self'], sessions: ['users', 'sessions'] } as const

export const useSelf = () =>
  useQuery({ queryKey: userKeys.self, queryFn: () => call('GET /users/self') })

export const useSessions = () =>
  useQuery({ queryKey: userKeys.sessions, queryFn: () => call('GET /users/sessions') })

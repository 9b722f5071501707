import type { CallInput, CallOutput } from '@pier/protocol/calls/calls'
import type { NotificationKind } from '@pier/protocol/notification-kinds'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './client/client.ts'
import {
  type NotificationList,
  withAllRead,
  withNotification,
  withRead,
} from './notification-list.ts'
import { reload } from './client/reload.ts'

export type Notification = NotificationList['notifications'][number]
type Preferences = CallOutput<'GET /notifications/preferences'>

const keys = {
  list: ['notifications', 'list'],
  preferences: ['notifications', 'preferences'],
} as const

export const useNotifications = () =>
  useQuery({ queryKey: keys.list, queryFn: () => call('GET /notifications') })

export const reloadNotifications = (queries: QueryClient) => reload(queries, keys.list)

/** Into the list that is there. One that is being read may have been read before. */
export function addNotification(queries: QueryClient, notification: Notification) {
  const list = queries.getQueryData<NotificationList>(keys.list)
  const isBeingRead = queries.isFetching({ queryKey: keys.list }) > 0
  if (!list || isBeingRead) void reloadNotifications(queries)
  else queries.setQueryData(keys.list, withNotification(list, notification))
}

/** Marks as read at once; if the call fails, the list is reloaded from the server. */
export function useMarkRead() {
  const queries = useQueryClient()
  const change = async (
    edit: (list: NotificationList) => NotificationList,
    tell: () => Promise<null>,
  ) => {
    await queries.cancelQueries({ queryKey: keys.list })
    queries.setQueryData<NotificationList>(keys.list, (list) => list && edit(list))
    await tell().catch(() => reloadNotifications(queries))
  }
  return {
    markRead: (id: string) =>
      change(
        (list) => withRead(list, id),
        () => call('POST /notifications/:id', { params: { id }, body: { read: true } }),
      ),
    markAllRead: (message: boolean) =>
      change(
        (list) => withAllRead(list, message),
        () => call('POST /notifications/read-all', { body: { message } }),
      ),
  }
}

export const usePreferences = () =>
  useQuery({ queryKey: keys.preferences, queryFn: () => call('GET /notifications/preferences') })

/** The switch moves at once and goes back if the server says no. */
export function useSavePreference() {
  const queries = useQueryClient()
  return async (kind: NotificationKind, isOn: boolean) => {
    const show = (value: boolean) =>
      queries.setQueryData<Preferences>(
        keys.preferences,
        (known) => known && { mail: { ...known.mail, [kind]: value } },
      )
    const mail: CallInput<'POST /notifications/preferences'>['body']['mail'] = { [kind]: isOn }
    show(isOn)
    try {
      await call('POST /notifications/preferences', { body: { mail } })
    } catch (error) {
      show(!isOn)
      throw error
    }
  }
}

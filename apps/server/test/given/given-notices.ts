import { notify } from '../../src/modules/notifications/notifications.service.ts'
import { inTransaction, type Database } from '../../src/platform/db/database.ts'
import type { ReadEvent } from '../event-reader.ts'

export const notifyUser = (db: Database, userId: string, body: string): Promise<void> =>
  inTransaction(db, (tx) => notify(tx, { userId, kind: 'loans', body, link: '/app/borrow' }))

/** What the notifications among these events say, in their order. */
export const bodiesOf = (events: ReadEvent[]): string[] =>
  events.flatMap(({ event, data }) =>
    event === 'notification'
      ? [(data as { notification: { body: string } }).notification.body]
      : [],
  )

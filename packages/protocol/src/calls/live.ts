import type { z } from 'zod'
import type { notificationSchema } from './notifications.ts'

/** Events of the live stream: something to show, or something to reload. */
export type LiveEvent =
  | { type: 'notification'; notification: z.output<typeof notificationSchema> }
  | { type: 'balance' }
  | { type: 'domains' }
  | { type: 'loans' }

import { limits } from '@pier/protocol/limits'
import type { Db } from '../../../platform/db/database.ts'
import { listMessages, readMarks } from './messages.repository.ts'

/** The chat of a loan as one of its parties sees it. */
export async function readMessages(db: Db, key: { escrowId: string; userId: string }) {
  const { unread, otherReadUntil } = await readMarks(db, key)
  const rows = await listMessages(db, { escrowId: key.escrowId, limit: limits.chatShownMax })
  return {
    messages: rows.map((row) => presentMessage(row, key.userId)),
    unread,
    other_read_until: otherReadUntil?.toISOString() ?? null,
  }
}

type Message = Awaited<ReturnType<typeof listMessages>>[number]

const presentMessage = (message: Message, userId: string) => ({
  id: message.id,
  message: message.body,
  name: message.name,
  created_at: message.createdAt.toISOString(),
  is_own: message.userId === userId,
  file: message.fileId
    ? { id: message.fileId, name: message.fileName ?? '', number: message.fileNumber }
    : null,
})

/**
 * Messages through the contact form. Anybody may write, so nothing is mailed to the address until an
 * operator answers: otherwise the form would send mails to strangers for whoever types their address.
 */
import { brand } from '@pier/protocol/brand'
import { AppError } from '../../../platform/app-error.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import { limitTries } from '../../../platform/limits.ts'
import { sendMail } from '../../notifications/notifications.service.ts'
import type { Client, UserClients } from '../../users/users.service.ts'
import {
  closeMessageRow,
  countOpenMessages,
  insertMessage,
  type NewMessage,
} from './contact.repository.ts'

const hourLimit = { name: 'contact-hour', max: 5, perSeconds: 3600 }
const openMax = 20

/** Whoever has `openMax` open messages is told to wait for our answers. */
export async function takeMessage(
  db: Db,
  clients: UserClients,
  { client, website, ...message }: NewMessage & { client: Client; website: string },
): Promise<void> {
  await limitTries(db, hourLimit, client.address, clients.limitKey)
  if (website) return
  await inTransaction(db, async (tx) => {
    if ((await countOpenMessages(tx, message.email)) >= openMax) {
      throw new AppError('too_many_requests')
    }
    await insertMessage(tx, message)
  })
}

export async function answerMessage(
  tx: Tx,
  { id, operatorId, text }: { id: string; operatorId: string; text: string },
): Promise<void> {
  const email = await close(tx, { id, operatorId, answer: text })
  const subject = `Your message to ${brand.name}`
  const paragraphs = text.split(/\n{2,}/).map((part) => part.trim())
  const page = { subject, heading: subject, paragraphs }
  await sendMail(tx, { userId: null, to: email, kind: 'contactAnswer', page })
}

export async function closeMessage(
  tx: Tx,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<void> {
  await close(tx, { id, operatorId, answer: null })
}

async function close(tx: Tx, closing: Parameters<typeof closeMessageRow>[1]): Promise<string> {
  const email = await closeMessageRow(tx, closing)
  if (!email) throw new AppError('report_not_found')
  return email
}

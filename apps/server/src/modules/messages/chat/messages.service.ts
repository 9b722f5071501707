/**
 * Owns the chat of a loan. Messages are never changed or deleted: their hash is in the loan's chain
 * from the moment they are sent. Payment details are refused; see payment-details.ts.
 */
import { limits } from '@pier/protocol/limits'
import { dayMs, hourMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import { hashOf } from '../../../platform/crypto/secrets.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { listFiles } from '../../contracts/contracts.service.ts'
import {
  requireOwnLoan,
  noteEvent,
  openChain,
  publishChange,
  type LockedLoan,
  type ActionInput,
} from '../../loans/loans.service.ts'
import { notify } from '../../notifications/notifications.service.ts'
import {
  insertMessage,
  listMessagesOfUser,
  readChat,
  saveReadMark,
  saveTold,
  type Chat,
} from './messages.repository.ts'
import { endsPaymentDetails, hasPaymentDetails } from './payment-details.ts'

/**
 * Within this time the same words are the same message, sent again because no answer came. A failover
 * of the database takes half of it.
 */
const repeatMs = 30_000
/** How many earlier messages may hold pieces of an account number. */
const piecesMax = 5

export type NewMessage = Omit<ActionInput, 'version'> & {
  body: string
  fileId?: string | undefined
}

export async function sendMessage(tx: Tx, input: NewMessage): Promise<string> {
  const { userId, escrowId, body, fileId = null } = input
  const chain = await openChain(tx, input)
  const { loan, party } = chain
  requireOpenChat(tx, chain)
  const otherId = party === 'BORROWER' ? loan.lenderId : loan.borrowerId
  const chat = await readChat(tx, { escrowId, userId, otherId, count: piecesMax })
  // Checked first, so that a retry does not count as another piece of an account.
  const { last } = chat
  const isRepeated =
    last?.userId === userId &&
    last.body === body &&
    last.fileId === fileId &&
    tx.now.getTime() - last.createdAt.getTime() < repeatMs
  if (isRepeated) return last.id

  if (hasPaymentDetails(body) || endsPaymentDetails(chat.own, body)) {
    throw new AppError('message_has_account', { field: 'message' })
  }
  if (fileId && !(await isFileOf(tx, { escrowId, fileId }))) throw new AppError('file_not_found')

  const messageId = await insertMessage(tx, { escrowId, userId, body, fileId })
  const data = { messageId, sha256: hashOf(body).toString('hex'), fileId }
  await noteEvent(tx, loan, { action: 'message', actor: party, actorId: userId, data })
  await notifyOther(tx, chain, { otherId, chat })
  await publishChange(tx, loan)
  return messageId
}

/** Other text between the parties must not bypass the chat's check. */
export function refusePaymentDetails(words: { [field: string]: string | null | undefined }): void {
  for (const [field, text] of Object.entries(words)) {
    if (text && hasPaymentDetails(text)) throw new AppError('message_has_account', { field })
  }
}

/** The chat stays open for a while after the loan has ended. */
export function requireOpenChat(tx: Tx, { loan }: Pick<LockedLoan, 'loan'>): void {
  const { endedAt } = loan
  if (endedAt && tx.now.getTime() - endedAt.getTime() > limits.chatDaysAfterEnd * dayMs) {
    throw new AppError('chat_closed')
  }
}

async function isFileOf(tx: Tx, { escrowId, fileId }: { escrowId: string; fileId: string }) {
  const files = await listFiles(tx, escrowId)
  return files.some(({ id }) => id === fileId)
}

/** Notifies again only if all was read or an hour has passed; mails at most hourly. */
async function notifyOther(
  tx: Tx,
  { loan, party, unicodeName }: Awaited<ReturnType<typeof openChain>>,
  { otherId, chat }: { otherId: string; chat: Chat },
): Promise<void> {
  const isLongAgo = (time: Date | null) => !time || tx.now.getTime() - time.getTime() >= hourMs
  if (chat.unread > 0 && !isLongAgo(chat.toldAt)) return
  const isMailed = isLongAgo(chat.mailedAt)
  await saveTold(tx, { escrowId: loan.id, userId: otherId, isMailed })
  const sender = party === 'BORROWER' ? 'The borrower' : 'The lender'
  const body = `${unicodeName}: ${sender.toLowerCase()} wrote to you`
  const subject = `${unicodeName}: a message about loan ${loan.code}`
  const paragraphs = [
    `${sender} wrote to you. Read and reply in the loan chat.`,
    'Pay only to the details in the payment panel. We never send payment details by chat or email.',
  ]
  await notify(tx, {
    userId: otherId,
    kind: 'messages',
    isMessage: true,
    body,
    link: `/app/escrow/${loan.id}`,
    ...(isMailed && { mail: { subject, heading: 'A message about your loan', paragraphs } }),
  })
}

/** Marks everything so far. Refreshes both parties' tabs if anything was unread. */
export async function markMessagesRead(
  tx: Tx,
  key: { escrowId: string; userId: string },
): Promise<void> {
  const { loan } = await requireOwnLoan(tx, key)
  if (await saveReadMark(tx, key)) await publishChange(tx, loan)
}

/** Part of a user's copy of their data. */
export const collectMessages = listMessagesOfUser

/**
 * Owns the chat of a loan. Messages are never changed or deleted: their hash is in the loan's chain
 * from the moment they are sent. Payment details are refused; see payment-details.ts.
 */
import { randomUUID } from 'node:crypto'
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
import { notify, type Notice } from '../../notifications/notifications.service.ts'
import {
  insertionOfMessage,
  listMessagesOfUser,
  readChat,
  saveReadMark,
  savingOfTold,
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

  const id = randomUUID()
  const data = { messageId: id, sha256: hashOf(body).toString('hex'), fileId }
  const note = { action: 'message', actor: party, actorId: userId, data }
  const notice = noticeFor(tx, chain, { otherId, chat })
  await noteEvent(tx, loan, note, [
    insertionOfMessage(tx, { id, escrowId, userId, body, fileId }),
    ...(notice
      ? [savingOfTold(tx, { escrowId, userId: otherId, isMailed: 'mail' in notice })]
      : []),
  ])
  if (notice) await notify(tx, notice)
  await publishChange(tx, loan)
  return id
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
function noticeFor(
  tx: Tx,
  { loan, party, unicodeName }: Awaited<ReturnType<typeof openChain>>,
  { otherId, chat }: { otherId: string; chat: Chat },
): Notice | undefined {
  const isLongAgo = (time: Date | null) => !time || tx.now.getTime() - time.getTime() >= hourMs
  if (chat.hasUnread && !isLongAgo(chat.toldAt)) return undefined
  const sender = party === 'BORROWER' ? 'The borrower' : 'The lender'
  const subject = `${unicodeName}: a message about loan ${loan.code}`
  const paragraphs = [
    `${sender} wrote to you. Read and reply in the loan chat.`,
    'Pay only to the details in the payment panel. We never send payment details by chat or email.',
  ]
  return {
    userId: otherId,
    kind: 'messages',
    isMessage: true,
    body: `${unicodeName}: ${sender.toLowerCase()} wrote to you`,
    link: `/app/escrow/${loan.id}`,
    ...(isLongAgo(chat.mailedAt) && {
      mail: { subject, heading: 'A message about your loan', paragraphs },
    }),
  }
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

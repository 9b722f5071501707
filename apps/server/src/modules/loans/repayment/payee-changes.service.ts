/**
 * A user's payment details changed: every open loan that pays them records it and notifies the
 * other party. A clock that was stopped because they were missing runs again.
 */
import { limits } from '@pier/protocol/limits'
import type { Rail } from '@pier/protocol/rails'
import type { Tx } from '../../../platform/db/database.ts'
import { notify } from '../../notifications/notifications.service.ts'
import { pauseFor, readLoanView } from '../facts/loan-view.ts'
import { listLoansOfPayee } from '../facts/reveals.repository.ts'
import { partyOf } from '../facts/loan-rows.repository.ts'
import { lockLoan, noteEvent } from '../machine/transitions.service.ts'
import { publishChange } from '../notices/publish.ts'
import { type LockedLoan } from '../facts/loan.ts'

type News = {
  userId: string
  rail: Rail
  kind: 'givePayee' | 'changePayee' | 'keepPayee'
  id?: string
  version?: number
  activeFrom?: Date
}

/** The user has to be locked. */
export async function followPayee(tx: Tx, news: News): Promise<void> {
  for (const escrowId of await listLoansOfPayee(tx, news)) {
    const locked = await lockLoan(tx, escrowId)
    if (!locked.loan.endedAt) await noteNews(tx, locked, news)
  }
}

async function noteNews(tx: Tx, { loan, domain }: LockedLoan, news: News): Promise<void> {
  const { userId, kind, id, version, activeFrom } = news
  const data =
    id && version && activeFrom
      ? { payeeId: id, payeeVersion: version, activeFrom: activeFrom.toISOString() }
      : {}
  const party = partyOf(loan, userId)
  const by = party ? { actor: party, actorId: userId } : {}
  const noted = await noteEvent(tx, loan, { action: kind, ...by, data })
  const view = await readLoanView(tx, { loan: noted, domain, now: tx.now })
  const { names } = view
  const who = party ? names[party] : 'The lender who is paid out'
  const { headline, more } = words[kind](who)
  const subject = `${domain.unicodeName}: ${headline}`
  for (const role of ['BORROWER', 'LENDER'] as const) {
    const pause = pauseFor(view, role)
    const paused = pause ? [`${pause.title} ${pause.text}`] : []
    // Whoever changed them is notified only if the clock is stopped.
    if (role === party && !pause) continue
    await notify(tx, {
      userId: role === 'BORROWER' ? loan.borrowerId : loan.lenderId,
      kind: 'payments',
      body: `${subject}. ${more}`,
      link: `/app/escrow/${loan.id}`,
      mail: { subject, heading: headline, paragraphs: [more, ...paused, neverChat] },
    })
  }
  await publishChange(tx, noted)
}

const neverChat =
  'Only the payment panel of the loan shows where to pay. Never pay to details sent in a chat.'

const words: Record<News['kind'], (who: string) => { headline: string; more: string }> = {
  givePayee: (who) => ({
    headline: `${who} gave payment details`,
    more: 'You see them on the loan page when you pay.',
  }),
  changePayee: (who) => ({
    headline: `${who} is changing payment details`,
    more: `The new ones apply in ${limits.payeeWaitHours} hours. Nobody sees them before.`,
  }),
  keepPayee: (who) => ({
    headline: `${who} cancelled the change of payment details`,
    more: 'The previous payment details stay valid.',
  }),
}

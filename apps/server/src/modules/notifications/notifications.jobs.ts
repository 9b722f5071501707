import { dayMs } from '@pier/protocol/time'
import { invariant } from '../../platform/app-error.ts'
import { inBatches } from '../../platform/batches.ts'
import { deleteOldLiveEvents, liveDaysKept } from '../../platform/live/publish.ts'
import type { JobHandler } from '../../platform/jobs/worker.ts'
import { renderMail, type MailPage } from '../../providers/mail/mail-page.ts'
import { MailRefused, type Mailer } from '../../providers/mail/mailer.ts'
import { stopForRefusedNotice } from '../loans/loans.service.ts'
import { deleteOldMails, findWaitingMail, settleMail } from './notifications.repository.ts'

type Sender = { mailer: Mailer; userTools: { publicOrigin: string } }

/**
 * Hands a mail to the relay. If the process dies between the relay's answer and our commit, it is
 * sent again with the same Message-ID: a mail may come twice, and is never lost.
 */
export const sendMailJob: JobHandler<Sender, 'notifications.send-mail'> = async (
  { db, mailer, userTools, settle, log },
  { mailId },
) => {
  const mail = await findWaitingMail(db, mailId)
  if (!mail) return
  invariant(mail.page && mail.toAddress, 'a waiting mail has its page and its address')

  try {
    // The column holds what `sendMail` was given.
    const page = mail.page as unknown as MailPage
    const content = renderMail(withButton(page, userTools.publicOrigin))
    await mailer.send({ id: mail.id, to: mail.toAddress, ...content })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    log.warn({ mailId, kind: mail.kind }, 'the relay refused a mail for good')
    await settle(async (tx) => {
      await settleMail(tx, mailId, { status: 'refused', error: error.message })
      if (mail.kind !== 'defaults' || !mail.aboutId) return
      await stopForRefusedNotice(tx, { escrowId: mail.aboutId, userId: mail.userId })
    })
    return
  }
  await settle((tx) => settleMail(tx, mailId, { status: 'sent' }))
}

function withButton({ opens, ...page }: MailPage, origin: string): MailPage {
  if (!opens || page.button) return page
  return { ...page, button: { label: opens.label, url: `${origin}${opens.path}` } }
}

const mailDaysKept = 90

/** The record of a mail is kept for a while; its text and address are cleared when it is sent. */
export const cleanUpNoticesJob: JobHandler<object, 'notifications.clean-up'> = async ({ db }) => {
  await inBatches(db, (tx, limit) =>
    deleteOldMails(tx, new Date(tx.now.getTime() - mailDaysKept * dayMs), limit),
  )
  await inBatches(db, (tx, limit) =>
    deleteOldLiveEvents(tx, new Date(tx.now.getTime() - liveDaysKept * dayMs), limit),
  )
}

import { dayMs, hourMs } from '@pier/protocol/time'
import { invariant } from '../../platform/app-error.ts'
import { inBatches } from '../../platform/batches.ts'
import { deleteOldLiveEvents, liveDaysKept } from '../../platform/live/publish.ts'
import { readClock, type Tx } from '../../platform/db/database.ts'
import type { JobHandler } from '../../platform/jobs/worker.ts'
import { maskEmail } from '../../platform/mask-email.ts'
import { plainLine } from '../../providers/mail/mail-report.ts'
import { renderMail, type MailPage } from '../../providers/mail/mail-page.ts'
import { MailRefused, type Mailer } from '../../providers/mail/mailer.ts'
import { stopForRefusedNotice } from '../loans/loans.service.ts'
import { deleteLostReports, findReport } from './mail-reports.repository.ts'
import { notifyOfBounce, notifyOfReport } from './mail-reports.service.ts'
import { sweepNotices } from './notifications.service.ts'
import { writeUnsubscribeToken } from './unsubscribe.service.ts'
import {
  deleteOldMails,
  findMailAddress,
  findWaitingMail,
  settleMail,
} from './notifications.repository.ts'

type Sender = { mailer: Mailer; userTools: { publicOrigin: string; linkKey: Buffer } }

/** For so long the relay may refuse what is not surely the fault of the address: somebody may mend it. */
const doubtMs = hourMs

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
  const maskedTo = maskEmail(mail.toAddress)

  try {
    // The column holds what `sendMail` was given.
    const page = mail.page as unknown as MailPage
    const { publicOrigin, linkKey } = userTools
    const token = writeUnsubscribeToken(linkKey, mail)
    const content = renderMail(withFootnote(withButton(page, publicOrigin), publicOrigin, token))
    const unsubscribeUrl = token && `${publicOrigin}/api/notifications/unsubscribe/${token}`
    await mailer.send({ id: mail.id, to: mail.toAddress, ...content, unsubscribeUrl })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    const waitedMs = (await readClock(db)).getTime() - mail.createdAt.getTime()
    if (!error.isOfAddress && waitedMs < doubtMs) throw error
    log.warn({ mailId, kind: mail.kind }, 'the relay refused a mail for good')
    await settle(async (tx) => {
      const reason = plainLine(error.message)
      await settleMail(tx, mailId, { status: 'refused', maskedTo, error: reason })
      await stopForLostNotice(tx, mail)
      if (error.isOfAddress) await notifyReader(tx, { userId: mail.userId, maskedTo })
    })
    return
  }
  await settle((tx) => settleMail(tx, mailId, { status: 'sent', maskedTo }))
}

/** Not of our own mailboxes, and nobody who has left. */
async function notifyReader(
  tx: Tx,
  { userId, maskedTo }: { userId: string | null; maskedTo: string },
) {
  if (!userId || !(await findMailAddress(tx, userId))) return
  await notifyOfBounce(tx, { userId, maskedTo })
}

/** What follows when a mail came back, or when its reader calls it spam. */
export const followReportJob: JobHandler<object, 'notifications.follow-report'> = async (
  { settle },
  { mailId, kind },
) =>
  settle(async (tx) => {
    const report = await findReport(tx, { mailId, kind })
    if (!report) return // The mail was cleaned up.
    if (report.kind !== 'complaint') await stopForLostNotice(tx, report.mail)
    await notifyOfReport(tx, report)
  })

/** A default notice counts only if it arrived. */
async function stopForLostNotice(
  tx: Tx,
  { kind, aboutId, userId }: { kind: string; aboutId: string | null; userId: string | null },
) {
  if (kind !== 'defaults' || !aboutId) return
  await stopForRefusedNotice(tx, { escrowId: aboutId, userId })
}

function withButton({ opens, ...page }: MailPage, origin: string): MailPage {
  if (!opens || page.button) return page
  return { ...page, button: { label: opens.label, url: `${origin}${opens.path}` } }
}

function withFootnote(page: MailPage, origin: string, token: string | undefined): MailPage {
  if (!token || page.footnote) return page
  const link = { label: 'Turn them off', url: `${origin}/login#unsubscribe=${token}` }
  return { ...page, footnote: { text: 'You can turn off emails like this one.', link } }
}

/** As the privacy notice promises. The function that drops months in the database says the same. */
const mailDaysKept = 90

/**
 * The record of a mail is kept for a while; its text and address are cleared when it is sent. Live
 * events go with their day, which `platform.keep-partitions` drops: what is left of them here lies in
 * no such partition, or in one that could not be dropped. Mails go on the day that is promised, and the
 * room that they took goes with their month.
 */
export const cleanUpNoticesJob: JobHandler<object, 'notifications.clean-up'> = async ({ db }) => {
  await sweepNotices(db)
  await inBatches(db, (tx, limit) => deleteOldMails(tx, daysBefore(tx, mailDaysKept), limit))
  await inBatches(db, (tx, limit) => deleteLostReports(tx, limit))
  await inBatches(db, (tx, limit) =>
    deleteOldLiveEvents(tx, startOfDay(daysBefore(tx, liveDaysKept)), limit),
  )
}

const daysBefore = ({ now }: Tx, days: number) => new Date(now.getTime() - days * dayMs)
const startOfDay = (at: Date) => new Date(at.getTime() - (at.getTime() % dayMs))

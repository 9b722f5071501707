import { sayTime } from '@pier/protocol/say-time'
import { brand } from '@pier/protocol/brand'
import { limits } from '@pier/protocol/limits'
import type { MailPage } from '../../../providers/mail/mail-page.ts'

/** What a security mail adds to its text: when, where, on which device. */
export type Place = { at: Date; label: string; network: string }

const ifNotYou = 'If this was not you, freeze your account with the link below and contact us.'

const facts = ({ at, label, network }: Place) => [
  { label: 'Time', value: sayTime(at) },
  { label: 'Device', value: label },
  { label: 'Network', value: network },
]

type Words = Pick<MailPage, 'subject' | 'heading' | 'paragraphs'>
const words = (subject: string, ...paragraphs: string[]): Words => ({
  subject,
  heading: subject,
  paragraphs,
})

/** Mails with a link that works once. */
export const linkMails = {
  verifyEmail: (url: string): MailPage => ({
    ...words(
      'Verify your email',
      `Verify this address with the button below. The link works for 24 hours.`,
      'Until then you can browse, but not move domains or money.',
    ),
    button: { label: 'Verify email', url },
  }),
  resetPassword: (url: string): MailPage => ({
    ...words(
      'Set a new password',
      'Set a new password with the button below. The link works once, for 30 minutes.',
      'A new password ends every session. Transfers, payout changes and withdrawals are then paused for 72 hours.',
      'If you did not request this, do nothing. Your password stays the same.',
    ),
    button: { label: 'Set new password', url },
  }),
  unlockMfa: (url: string): MailPage => ({
    ...words(
      'Two-step login is locked',
      'Ten wrong codes were entered in one day, by someone who knew your password or was logged in.',
      'Unlock it with the button below and your password. If it was not you, change your password.',
    ),
    button: { label: 'Unlock two-step login', url },
  }),
  exportReady: (url: string): MailPage => ({
    ...words('Your data export is ready', 'You can download it once, from Settings.'),
    button: { label: 'Open Settings', url },
  }),
} as const

/** Mails about the account's safety. They cannot be turned off, and carry the freeze link. */
export const securityMails = {
  newDevice: () => words('New login to your account', 'It came from a new device.', ifNotYou),
  newLocation: () =>
    words(
      'Your session changed networks',
      'One of your sessions now uses another network.',
      ifNotYou,
    ),
  passwordChanged: () =>
    words('Your password was changed', 'We ended all your other sessions.', ifNotYou),
  passwordReset: () =>
    words(
      'Your password was reset',
      'We ended all sessions. Transfers, payout changes and withdrawals are paused for 72 hours.',
      'Pending ones were cancelled. Your domains stay in custody, and the money is back on your balance.',
      ifNotYou,
    ),
  mfaOn: () =>
    words(
      'Two-step login is on',
      'Store your recovery codes in a place you can find again.',
      ifNotYou,
    ),
  mfaOff: () => words('Two-step login is off', 'You now log in with your password only.', ifNotYou),
  mfaFailures: () =>
    words(
      'Three wrong login codes',
      'Someone entered three wrong two-step codes for your account.',
      ifNotYou,
    ),
  recoveryCodesLow: () =>
    words(
      'Three recovery codes left',
      'Create new ones in Settings before they run out.',
      ifNotYou,
    ),
  recoveryCodesRenewed: () =>
    words('New recovery codes', 'The old recovery codes no longer work.', ifNotYou),
  loginAttempts: () =>
    words(
      'Many failed logins',
      'There were more than fifty failed logins today. For the rest of today, only your known devices can log in.',
      ifNotYou,
    ),
  sessionEnded: () =>
    words(
      'We ended one of your sessions',
      'Its login token was used outside its browser three times in an hour. It may have been copied.',
      ifNotYou,
    ),
  oldestSessionEnded: () =>
    words(
      'Your oldest session was ended',
      `You can have ${limits.sessionsPerUserMax} open sessions. Your new login ended the oldest one.`,
      ifNotYou,
    ),
  payeeAdded: () =>
    words('Payment details added', 'They apply immediately, to all your loans.', ifNotYou),
  payeeChanged: () =>
    words(
      `Your payment details change in ${limits.payeeWaitHours} hours`,
      `The new ones apply in ${limits.payeeWaitHours} hours. Nobody sees them before.`,
      'We told the other side of every open loan. You can cancel the change in Settings.',
      ifNotYou,
    ),
  payeeKept: () =>
    words(
      'Payment details change cancelled',
      'Your pending change was cancelled. Nothing else changes.',
      ifNotYou,
    ),
  emailChanging: () =>
    words(
      `Your email changes in ${limits.emailWaitHours} hours`,
      `Someone asked us to change your email address. The new one applies in ${limits.emailWaitHours} hours.`,
      'If that was not you, freeze your account with the link below. That stops the change.',
    ),
  emailKept: () =>
    words(
      'Email change cancelled',
      'Your pending change was cancelled. Nothing else changes.',
      ifNotYou,
    ),
  emailChanged: () =>
    words(
      'Your email was changed',
      'We now write to the new address. All sessions were ended.',
      'Transfers, payout changes and withdrawals are paused for 72 hours. Pending ones were cancelled.',
      ifNotYou,
    ),
  deletionRequested: () =>
    words(
      `Your account will be deleted in ${limits.deletionWaitDays} days`,
      `It will be deleted in ${limits.deletionWaitDays} days. To keep it, log in and cancel the deletion in Settings.`,
      ifNotYou,
    ),
  deletionCancelled: () =>
    words('Account deletion cancelled', 'Your account will not be deleted.', ifNotYou),
} as const satisfies Record<string, () => Words>

export const plainMails = {
  registerAttempt: (loginUrl: string): MailPage => ({
    ...words(
      'Someone tried to register with your address',
      `You have a ${brand.name} account with this address already. If it was you, log in instead.`,
      'If it was not you, you need not do anything. They learned nothing about you.',
    ),
    button: { label: 'Log in', url: loginUrl },
  }),
  frozen: (until: Date): MailPage =>
    words(
      'Your account is frozen',
      'We ended all sessions.',
      `Transfers, payout changes and withdrawals are paused until ${sayTime(until)}.`,
      'Pending ones were cancelled. Your domains stay in custody, and the money is back on your balance.',
      'Your password no longer works. Set a new one with Forgot My Password. No link can lift the freeze.',
    ),
  frozenByUs: (): MailPage =>
    words(
      'Your account is frozen',
      'We froze it to protect it and ended all sessions.',
      'Transfers, payout changes and withdrawals are blocked until we unfreeze it. Pending ones were cancelled.',
      'Reply to this email to reach us.',
    ),
  unfrozen: (pausedUntil: Date | null): MailPage =>
    words(
      'Your account is unfrozen',
      pausedUntil
        ? `You can log in again. Transfers, payout changes and withdrawals stay paused until ${sayTime(pausedUntil)}.`
        : 'You can use it as before.',
      'Please request again what was cancelled by the freeze.',
    ),
  deletionStopped: (): MailPage =>
    words(
      'Account not deleted: it still has a balance',
      'The fourteen days are over, but your balance still holds money or reserved fees.',
      'Withdraw it under Transactions, then request the deletion again.',
    ),
  deletionStoppedByDomains: (): MailPage =>
    words(
      'Account not deleted: it still has a domain',
      'The fourteen days are over, but a domain of yours is in custody or being transferred.',
      'Transfer it out under My Domains, then request the deletion again.',
    ),
  deletionStoppedByLoans: (): MailPage =>
    words(
      'Account not deleted: it still has open business',
      'The fourteen days are over, but you have an open listing, offer or loan.',
      'Close it under Borrow or Lend, then request the deletion again.',
    ),
  deleted: (): MailPage =>
    words(
      'Your account has been deleted',
      'We keep what the law requires, without your name. This is our last email to you.',
    ),
} as const

export function securityPage(page: Words, place: Place, freezeUrl: string): MailPage {
  return {
    ...page,
    facts: facts(place),
    footnote: { text: 'Not you?', link: { label: 'Freeze this account', url: freezeUrl } },
  }
}

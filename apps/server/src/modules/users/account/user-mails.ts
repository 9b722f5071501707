import { brand } from '@pier/protocol/brand'
import { limits } from '@pier/protocol/limits'
import type { MailPage } from '../../../providers/mail/mail-page.ts'

/** What a security mail adds to its text: when, where, on which device. */
export type Place = { at: Date; label: string; network: string }

const ifNotYou = 'If this was not you, freeze the account with the link below and write to us.'

const facts = ({ at, label, network }: Place) => [
  { label: 'Time', value: `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC` },
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
      `Press the button to show that this address is yours. The link works for 24 hours.`,
      'Until then you can look around; nothing that moves a domain or money is open.',
    ),
    button: { label: 'Verify email', url },
  }),
  resetPassword: (url: string): MailPage => ({
    ...words(
      'Set a new password',
      'Press the button to set a new password. The link works once, for 30 minutes.',
      'It ends every session, and pauses transfers, payout changes and withdrawals for 72 hours.',
      'If you did not ask for this, do nothing. Your password stays as it is.',
    ),
    button: { label: 'Set new password', url },
  }),
  unlockMfa: (url: string): MailPage => ({
    ...words(
      'Two-step login is locked',
      'Ten wrong codes in one day. Whoever typed them knew your password or was logged in.',
      'Press the button and enter your password to open it again. Then change your password.',
    ),
    button: { label: 'Open two-step login', url },
  }),
  exportReady: (url: string): MailPage => ({
    ...words(
      'Your data is ready',
      'The copy of what we keep about you can be downloaded once, from Settings.',
    ),
    button: { label: 'Open Settings', url },
  }),
} as const

/** Mails about the account's safety. They cannot be turned off, and carry the freeze link. */
export const securityMails = {
  newDevice: () => words('New login to your account', 'From a device we had not seen.', ifNotYou),
  newLocation: () =>
    words('Your session moved to another network', 'A session goes on from a new place.', ifNotYou),
  passwordChanged: () =>
    words('Your password was changed', 'Every other session has been ended.', ifNotYou),
  passwordReset: () =>
    words(
      'Your password was reset',
      'Every session has been ended. Transfers, payout changes and withdrawals are paused for 72 hours.',
      'Those that waited were dropped: domains stay here, money is on your balance again.',
      ifNotYou,
    ),
  mfaOn: () =>
    words('Two-step login is on', 'Keep the recovery codes where you find them.', ifNotYou),
  mfaOff: () => words('Two-step login is off', 'Logging in needs the password only.', ifNotYou),
  mfaFailures: () =>
    words('Three wrong codes', 'Somebody typed three wrong codes for your account.', ifNotYou),
  recoveryCodesLow: () =>
    words('Three recovery codes left', 'Make new ones in Settings before they run out.', ifNotYou),
  recoveryCodesRenewed: () =>
    words('New recovery codes', 'The old recovery codes no longer work.', ifNotYou),
  loginAttempts: () =>
    words(
      'Many failed logins',
      'More than fifty failed logins today. From now on only your known devices can log in today.',
      ifNotYou,
    ),
  sessionEnded: () =>
    words(
      'We ended one of your sessions',
      'Its token was used without its browser, three times in an hour. It may have been copied.',
      ifNotYou,
    ),
  oldestSessionEnded: () =>
    words(
      'Your oldest session was ended',
      `At most ${limits.sessionsPerUserMax} sessions stay open; a new login ended the oldest.`,
      ifNotYou,
    ),
  payeeAdded: () =>
    words('Payment details added', 'They count at once, for every loan of yours.', ifNotYou),
  payeeChanged: () =>
    words(
      'Your payment details are changing',
      `The new ones count in ${limits.payeeWaitHours} hours, and are shown to nobody before.`,
      'Both sides of every open loan are told. You can keep the old ones in Settings.',
      ifNotYou,
    ),
  payeeKept: () =>
    words('Your payment details stay', 'The change that waited was dropped.', ifNotYou),
  emailChanging: () =>
    words(
      'Your email is changing',
      `We were asked for another address. It counts in ${limits.emailWaitHours} hours.`,
      'If you did not ask, freeze the account with the link below: that stops it.',
    ),
  emailKept: () => words('Your email stays', 'The change that waited was dropped.', ifNotYou),
  emailChanged: () =>
    words(
      'Your email was changed',
      'From now on we write to the new address. Every session has been ended.',
      'Transfers, payout changes and withdrawals are paused for 72 hours. Those that waited were dropped.',
      ifNotYou,
    ),
  deletionRequested: () =>
    words(
      'Your account will be deleted',
      `In ${limits.deletionWaitDays} days. Until then you can keep it: log in, open Settings.`,
      ifNotYou,
    ),
  deletionCancelled: () => words('Your account stays', 'It will not be deleted.', ifNotYou),
} as const satisfies Record<string, () => Words>

export const plainMails = {
  registerAttempt: (loginUrl: string): MailPage => ({
    ...words(
      'Someone tried to register with your address',
      `You have a ${brand.name} account with this address already. If it was you, log in instead.`,
      'If it was not, you need do nothing: they learned nothing about you.',
    ),
    button: { label: 'Log in', url: loginUrl },
  }),
  frozen: (until: Date): MailPage =>
    words(
      'Your account is frozen',
      'Every session has been ended.',
      `Transfers, payout changes and withdrawals are paused until ${until.toUTCString()}.`,
      'Those that waited were dropped: domains stay here, money is on your balance again.',
      'Your password no longer works: set a new one with Forgot My Password. The freeze cannot be lifted by a link.',
    ),
  frozenByUs: (): MailPage =>
    words(
      'Your account is frozen',
      'We froze it to keep it safe. Every session has been ended.',
      'Transfers, payout changes and withdrawals are closed until we let it go. Those that waited were dropped.',
      'Answer this mail to talk to us.',
    ),
  unfrozen: (pausedUntil: Date | null): MailPage =>
    words(
      'Your account is open again',
      pausedUntil
        ? `We let it go. Transfers, payout changes and withdrawals stay paused until ${pausedUntil.toUTCString()}.`
        : 'We let it go. Everything works as before.',
      'What was dropped when it was frozen has to be asked for again.',
    ),
  deletionStopped: (): MailPage =>
    words(
      'Your account stays, because it has money',
      'Your fourteen days are over, but there is money on your balance or held from it.',
      'Withdraw it under Transactions, then ask for the deletion again.',
    ),
  deletionStoppedByDomains: (): MailPage =>
    words(
      'Your account stays, because it has a domain',
      'Your fourteen days are over, but a domain of yours is in custody or being transferred.',
      'Transfer it out under My Domains, then ask for the deletion again.',
    ),
  deletionStoppedByLoans: (): MailPage =>
    words(
      'Your account stays, because it has a loan',
      'Your fourteen days are over, but a listing, an offer or a loan of yours is open.',
      'Bring it to an end under Borrow or Lend, then ask for the deletion again.',
    ),
  deleted: (): MailPage =>
    words(
      'Your account has been deleted',
      'What the law asks us to keep is kept without your name. This is our last mail to you.',
    ),
} as const

export function securityPage(page: Words, place: Place, freezeUrl: string): MailPage {
  return {
    ...page,
    facts: facts(place),
    footnote: { text: 'Not you?', link: { label: 'Freeze this account', url: freezeUrl } },
  }
}

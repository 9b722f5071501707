/** Texts that say to a lender what happened to the domain of their loan. */
import { sayDate } from '@pier/protocol/say-time'
import { formatMoney } from '@pier/protocol/money'

export type NameNews =
  /** What differs, as keys of `alarmText`. */
  | { kind: 'nameDrift'; alarms: string[] }
  | { kind: 'nameAskedAway'; until: Date | null }
  | { kind: 'renewalUnpaid'; expiresAt: Date; feeCents: number }
  | { kind: 'renewalFailed'; expiresAt: Date }
  | { kind: 'renewed'; expiresAt: Date }
  | { kind: 'nameservers'; nameservers: string[]; by: string }
  | { kind: 'nameserversRefused'; nameservers: string[] }

/** What happened, what it means for the collateral, and what its reader can do. */
type NewsText = { headline: string; happened: string; means: string; canDo: string }

type Sayers = { [K in NameNews['kind']]: (news: Extract<NameNews, { kind: K }>) => NewsText }

export const textOfNews = (news: NameNews): NewsText =>
  // Each sayer takes the news of its own kind.
  (sayers[news.kind] as (news: NameNews) => NewsText)(news)

const onHold =
  'The domain is on hold. It cannot be moved until two operators have reviewed it and lifted the hold.'
const wait =
  'You have nothing to do now. We will tell you when the hold is lifted. The loan page shows the registry data.'
const writeToBorrower = 'You can write to the borrower in the chat of the loan.'

const sayers: Sayers = {
  nameDrift: ({ alarms }) => ({
    headline: 'The domain was changed at the registry',
    happened: `We did not make this change. ${alarms.map(textOfAlarm).join(' ')}`,
    means: onHold,
    canDo: wait,
  }),
  nameAskedAway: ({ until }) => ({
    headline: 'Another registrar requests the domain',
    happened: `Another registrar has requested a transfer of the domain${until ? `. Unless it is rejected, it completes on ${sayDate(until)}` : ''}.`,
    means:
      'A domain in a loan is locked against transfers. We now check it at the registry and put it on hold if anything has changed.',
    canDo: wait,
  }),
  renewalUnpaid: ({ expiresAt, feeCents }) => ({
    headline: `Renewal not paid, registration ends on ${sayDate(expiresAt)}`,
    happened: `Renewal costs ${formatMoney(feeCents)}, and the borrower’s balance is too low. We have told the borrower.`,
    means:
      'The domain stays registered and locked until that day. We retry automatically. Five days before the end we renew it, and the borrower owes us the fee.',
    canDo: writeToBorrower,
  }),
  renewalFailed: ({ expiresAt }) => ({
    headline: 'The renewal failed',
    happened: `The registry did not renew the domain. Its registration ends on ${sayDate(expiresAt)}.`,
    means:
      'The domain stays registered and locked until that day. We are looking into it and will retry.',
    canDo: `The loan page shows the expiry date. ${writeToBorrower}`,
  }),
  renewed: ({ expiresAt }) => ({
    headline: `Domain renewed until ${sayDate(expiresAt)}`,
    happened: `The registry has renewed the domain. It is registered until ${sayDate(expiresAt)}.`,
    means: 'It stays in our custody and locked.',
    canDo: 'You have nothing to do.',
  }),
  nameservers: ({ nameservers }) => ({
    headline: `The borrower is changing the nameservers to ${nameservers.join(', ')}`,
    happened: 'The borrower keeps DNS control during the loan and may change nameservers.',
    means:
      'Web visitors and email may go to another server. The domain stays in our custody and locked.',
    canDo: writeToBorrower,
  }),
  nameserversRefused: ({ nameservers }) => ({
    headline: 'Nameserver change rejected',
    happened: `The registry rejected the borrower’s new nameservers: ${nameservers.join(', ')}.`,
    means: 'Nothing about the domain has changed.',
    canDo: 'You have nothing to do.',
  }),
}

const alarmText: Record<string, string> = {
  sponsor: 'The registry no longer shows us as its registrar.',
  lock: 'Its transfer lock was off. We are putting it on again.',
  status: 'The registry shows a status on it that we did not set.',
  nameservers: 'Its nameservers were changed, so web visitors and email may go to another server.',
  dnssec: 'Its DNSSEC keys were changed.',
  expiry: 'Its registration ends earlier than before.',
  changed: 'The registry reports a change by someone else.',
}
const textOfAlarm = (kind: string): string => alarmText[kind] ?? 'It differs from our records.'

/** Texts that say to a lender what happened to the domain of their loan. */
import { sayShortDate } from '@pier/protocol/say-time'
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
  'The name is on hold: it cannot be moved until two operators have looked at it and lifted the hold.'
const wait =
  'You have nothing to do now. The loan page shows how the registry has the name, and you hear from us when the hold is lifted.'
const writeToBorrower = 'You can write to the borrower in the chat of the loan.'

const sayers: Sayers = {
  nameDrift: ({ alarms }) => ({
    headline: 'The name was changed at the registry',
    happened: `We did not make this change. ${alarms.map(textOfAlarm).join(' ')}`,
    means: onHold,
    canDo: wait,
  }),
  nameAskedAway: ({ until }) => ({
    headline: 'Another registrar asks for the name',
    happened: `Another registrar has asked the registry for a transfer of the name${until ? `. Unless it is refused, it goes through on ${sayShortDate(until)}` : ''}.`,
    means:
      'A name in a loan is locked against transfers. We look at it at the registry now, and put it on hold if anything about it has changed.',
    canDo: wait,
  }),
  renewalUnpaid: ({ expiresAt, feeCents }) => ({
    headline: `The registration ends on ${sayShortDate(expiresAt)} and its renewal is not paid`,
    happened: `Renewing costs ${formatMoney(feeCents)}, and the balance of the borrower does not cover it. The borrower has been told.`,
    means:
      'The name stays registered and locked until that day. We try again by ourselves, and five days before the end we renew it and the borrower owes us the fee.',
    canDo: writeToBorrower,
  }),
  renewalFailed: ({ expiresAt }) => ({
    headline: 'The renewal did not go through',
    happened: `The registry did not renew the name. Its registration ends on ${sayShortDate(expiresAt)}.`,
    means: 'The name stays registered and locked until that day. We look into it and try again.',
    canDo: `The loan page shows until when it is registered. ${writeToBorrower}`,
  }),
  renewed: ({ expiresAt }) => ({
    headline: `The name is renewed until ${sayShortDate(expiresAt)}`,
    happened: `The registry has renewed the name. It is registered until ${sayShortDate(expiresAt)}.`,
    means: 'It stays with us, locked, as before.',
    canDo: 'You have nothing to do.',
  }),
  nameservers: ({ nameservers }) => ({
    headline: `The borrower changes the nameservers to ${nameservers.join(', ')}`,
    happened: 'The borrower keeps the DNS of the name while the loan runs, and may change it.',
    means: 'Visitors and mail may be led elsewhere. The name stays with us, locked, as before.',
    canDo: writeToBorrower,
  }),
  nameserversRefused: ({ nameservers }) => ({
    headline: 'The nameservers stay as they were',
    happened: `The registry did not accept ${nameservers.join(', ')}, which the borrower had asked for.`,
    means: 'Nothing about the name has changed.',
    canDo: 'You have nothing to do.',
  }),
}

const alarmText: Record<string, string> = {
  sponsor: 'The registry does not show the name with us as its registrar any more.',
  lock: 'Its transfer lock was off. We are putting it on again.',
  status: 'The registry shows a status on it that we did not set.',
  nameservers: 'Its nameservers were changed, so visitors and mail may be led elsewhere.',
  dnssec: 'Its DNSSEC keys were changed.',
  expiry: 'Its registration ends earlier than before.',
  changed: 'The registry reports that somebody else has changed it.',
}
const textOfAlarm = (kind: string): string => alarmText[kind] ?? 'It is otherwise than we left it.'

import { limits } from '@pier/protocol/limits'

/** One numbered clause. Square brackets hold what is filled in when an agreement is made. */
export type Clause = { heading: string; paragraphs: string[] }

/** The clauses before the ones on payment, which differ between the two templates. */
export const openingClauses: Clause[] = [
  {
    heading: 'Parties and definitions',
    paragraphs: [
      'This agreement is between [Borrower] and [Lender], as named in the key terms. [Platform] holds the Domain as custodian and provides the software. It is not a lender, a bank, a broker of record or an adviser to either side.',
      'Days are calendar days in UTC unless a clause says business days. A business day is a day on which banks are open where the payee holds the account. Words with a capital letter have the meaning given in the key terms.',
    ],
  },
  {
    heading: 'The loan',
    paragraphs: [
      'The Lender lends the Principal to the Borrower once. There is no promise to lend more or again. The Borrower uses the money for lawful purposes only.',
    ],
  },
  {
    heading: 'Before money moves',
    paragraphs: [
      'The Lender pays only after both sides have signed, the Domain has been verified and has arrived in the custody of the Platform, and no dispute is open.',
      `If one side does not sign within ${limits.signatureDays} days, if the transfer code is not given within ${limits.codeDays} days of signing, if custody is not reached within ${limits.transferDaysMax} days of the code, or if the Lender does not pay within ${limits.payDays} days of custody, the loan is cancelled. The Domain then stays with the Borrower and nobody owes interest.`,
    ],
  },
  {
    heading: 'Paying out the loan',
    paragraphs: [
      'The Lender pays the Borrower directly. The Platform never receives, holds or forwards loan money.',
      'The Lender marks the loan as paid with an amount, a date and a reference. That is a claim: the loan starts on the day the Borrower confirms the money was received, or on the day an operator finds it was. That day is the Funding Date. If the Borrower does not answer within [Answer time], an operator looks at it; silence does not confirm receipt.',
    ],
  },
]

/** The clauses after the ones on payment. The same in both templates. */
export const closingClauses: Clause[] = [
  {
    heading: 'Interest and repayment',
    paragraphs: [
      'The annual rate is a simple nominal rate; interest is not added to the Principal. Interest = Principal x annual rate x days / 365, rounded half up to the cent once, at the end. Days count from the Funding Date, not included, to the day of payment, included.',
      `The Due Date is the Funding Date plus the term, to the end of that day, UTC. On that day the Borrower pays the Principal and the interest in one payment. Partial payments of USD ${(limits.partialCentsMin / 100).toFixed(2)} or more are allowed; they go to advances for the Domain first, then to interest, then to the Principal. Interest then runs on what is left of the Principal.`,
    ],
  },
  {
    heading: 'Early repayment',
    paragraphs: [
      'The Borrower may repay at any time without a penalty. Interest is owed for the days the loan ran, for 7 days at the least, or for the whole term if that is shorter.',
    ],
  },
  {
    heading: 'Late payment',
    paragraphs: [
      `After the Due Date there is a grace period of ${limits.graceDays} days, or ${limits.graceDaysShort} days where the term is under ${limits.shortTermDays} days. The same rate runs on what is unpaid. There is no penalty rate and no late fee.`,
      'Nothing in this agreement asks for more than the law allows. What would be more is reduced to the lawful maximum, and what was paid above it is given back.',
    ],
  },
  {
    heading: 'Fees',
    paragraphs: [
      'Registry fees for transfer and renewal are paid from the site balance of the Borrower, and after a default from that of the Lender. Each side bears the fees of its own bank or network. The payer makes sure the payee receives the full amount.',
    ],
  },
  {
    heading: 'The Domain as security',
    paragraphs: [
      'The Borrower grants the Lender a first security interest in the registration of the Domain, the rights under the registration agreement, its renewals and what it brings when sold. The content of the website, trademarks, mailboxes and other accounts are not part of it unless the key terms say so.',
      'The Lender may file a notice of this interest where the law provides for one, and withdraws it when the loan has ended.',
    ],
  },
  {
    heading: 'Custody',
    paragraphs: [
      'The Domain is transferred to the registrar account of the Platform and locked. From then until it leaves, the registration record names the Platform as custodian. The Borrower stays the beneficial owner; the Platform holds the Domain for the parties, claims no ownership, and forwards to the Borrower at once what it receives about it.',
      'Each side makes the Platform its designated agent for a change of registrant that this agreement provides for, so that no further approval is needed for it.',
      'The Platform acts only on the joint instruction of both sides, on the rules of this agreement, or on an order of a court, an arbitrator or the registry. It uses ordinary care. Transfer locks of registrars and registries, 60 days for example, may delay a move to another registrar.',
    ],
  },
  {
    heading: 'Control of the DNS',
    paragraphs: [
      'The Borrower keeps the use of the Domain and control of its nameservers through the Platform, and what the Domain earns meanwhile. The Borrower does not use it unlawfully, sell it, lease it beyond the term or pledge it again. Changes are paused after a default notice, in a dispute, and on abuse or by order.',
    ],
  },
  {
    heading: 'Renewal and protection',
    paragraphs: [
      `The Domain must not expire earlier than ${limits.reserveSpareDays} days after the Due Date, the grace period and the notice period together; if it would, what renewing it costs is set aside from the site balance of the Borrower and pays for the renewal. From ${limits.advanceDays} days before the registration ends, or when a renewal failed, the Lender may pay for the renewal. That is added to the debt and bears no interest.`,
      'The Borrower answers claims against the Domain and tells the Lender of any within 3 days. While the Domain is on hold for a complaint, an order or a report of theft, it does not move and the periods stand still. If the Domain is lost to it, the debt stays, without this security.',
    ],
  },
  {
    heading: 'Statements of both sides',
    paragraphs: [
      'The Borrower states: I am the only holder of the Domain; it is free of liens, disputes and claims that it was stolen; what I have said is correct; I may enter into this agreement; I am not insolvent and not under sanctions.',
      'The Lender states: I may enter into this agreement; the money is mine and lawful; I hold any licence I need; I am not under sanctions; I can bear the loss of this loan.',
    ],
  },
  {
    heading: 'Default',
    paragraphs: [
      'The Borrower is in default when the debt is unpaid after the grace period. Any other breach of this agreement may be brought before an operator. The Platform does not declare a default by itself. The Lender has to.',
    ],
  },
  {
    heading: 'Notice and time to cure',
    paragraphs: [
      `The Lender gives notice through the Platform, which also sends it by email on the first, tenth and eighteenth day. The notice states the amount, how to pay, and the last day. The Borrower has ${limits.noticeDays} days from the notice to pay, to show that payment was made, to object, or to agree on an extension. Paying everything due ends the default.`,
      'All periods stop while payment is not possible through no fault of the side that has to pay, while a claim or dispute is open, and during a legal hold. Stops of less than an hour in all move no date; longer ones move every later date by whole days. The days that are added bear no interest. If the Borrower tries to pay while the Lender has no payment details in force, no interest runs from that day until there are.',
    ],
  },
  {
    heading: 'After the notice has run out',
    paragraphs: [
      'If the Borrower has not paid, claimed payment or objected by then, the Lender may take the Domain in full satisfaction of the debt. This proposal is made after the default and never before it. Two operators check the dates and the notices first. The Lender then has no further claim.',
      'Where the Domain is estimated at twice the debt or more, the Borrower may ask for 30 days to sell it. The Lender is paid from the price and the rest belongs to the Borrower. Until the Domain has been moved, the Borrower may keep it by paying in full.',
    ],
  },
  {
    heading: 'Release',
    paragraphs: [
      `When the debt is paid, the Lender confirms it. If the Lender does not answer within [Answer time], the claim of the Borrower goes to an operator with its proof. With the confirmation or the finding the security interest ends and the Domain is unlocked for the Borrower. It may leave the registrar ${limits.releaseWaitHours} hours later, or when a transfer lock ends.`,
    ],
  },
  {
    heading: 'Cancelling before payment',
    paragraphs: [
      `Before the Lender has claimed payment, the loan may be cancelled as the Platform shows it at each step. The Domain then stays with or goes back to the Borrower, and there is no debt. For ${limits.windowHours} hours after payment details were shown to the Lender, the Borrower cannot cancel alone.`,
    ],
  },
  {
    heading: 'Disputes',
    paragraphs: [
      'Either side may ask for an operator once the loan was marked paid. From then on the Domain does not move and renewals go on. Each side gives its statement within 72 hours and may reply within 48 hours. Who says a payment was made proves it; if that is shown, the payee proves that it did not arrive. [Evidence]',
      'Two operators rule within 5 days of the replies, and either side may ask for a second look within 5 more. Their finding binds the Platform in what it does with the Domain. It takes from nobody the right to go to [Forum].',
      'The Platform may hand the matter to a court and follow its order. It takes a Domain from both sides only on such an order, on proven theft, or where both have abandoned it.',
    ],
  },
  {
    heading: 'Role and liability of the Platform',
    paragraphs: [
      'The Platform is not a party to the debt and does not guarantee it. It is liable for its own fault as the law provides, and not for following instructions given under this agreement. Domains in custody are no assets of the Platform.',
    ],
  },
  {
    heading: 'Data, confidence and tax',
    paragraphs: [
      'Each side uses the personal data of the other for this loan only and keeps it for as long as the law asks, [Retention years] years at the most after the end. Each side sees to its own taxes and reports.',
    ],
  },
  {
    heading: 'General',
    paragraphs: [
      'This is the whole agreement. A change needs the signature of both sides. The Borrower may not pass it on; the Lender may, with notice to the Borrower and the Platform. If one part fails, the rest stays. Not using a right is not giving it up. Outages of a registry, a bank or a network extend a date for as long as they last.',
    ],
  },
  {
    heading: 'Law and forum',
    paragraphs: [
      'The law of [Governing law] applies. What the parties cannot settle goes to [Forum]. Rights of a consumer that cannot be waived stay as they are.',
    ],
  },
  {
    heading: 'Electronic form and signatures',
    paragraphs: [
      'Both sides agree to do this electronically. A typed name and a click sign it. The sealed document with its hash and its record of events is the original. Notices in the app and by email count as written. Either side may ask for a copy on paper, update the email address, or withdraw this consent for what comes later.',
    ],
  },
]

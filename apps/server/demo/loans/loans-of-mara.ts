import {
  agree,
  bring,
  claimPaid,
  claimRepaid,
  fund,
  move,
  submit,
  say,
  show,
  sign,
  turnTo,
  untilPhase,
  untilProved,
  type LoanStory,
} from './loan-steps.ts'

/** What Mara borrows on names of her own. */
const borrowed: LoanStory[] = [
  {
    name: 'lanternfish.com',
    borrower: 'mara',
    lender: 'wen',
    terms: { amount: 14_500, term: 90, rate: 18 },
    isHeld: true,
    days: [
      [
        -80,
        agree,
        say('LENDER', 'Glad we agreed. I sign today and pay as soon as we are both done.'),
        sign('LENDER', 'BORROWER'),
        say('BORROWER', 'Signed too. The name is in custody already, so nothing else to wait for.'),
      ],
      [
        -77,
        claimPaid,
        show('LENDER', {
          name: 'Wire confirmation.pdf',
          message: 'Sent this morning, with the reference from the panel.',
        }),
      ],
      [
        -74,
        submit('BORROWER', 'confirmReceipt'),
        say('BORROWER', 'It is here. Thank you, that was quick.'),
      ],
      [-44, turnTo('quietdns.net')],
      [
        -1.3,
        say(
          'LENDER',
          'All fine on my side. If the due date is tight for you, say so early and we agree on a later day.',
        ),
      ],
      [
        -1,
        say('BORROWER', 'Kind of you. A sale closes next week, so I expect to repay early.'),
        say('LENDER', 'Good to hear. No hurry.'),
      ],
    ],
  },
  {
    name: 'signalfire.co',
    borrower: 'mara',
    lender: 'signe',
    terms: { amount: 3100, term: 60, rate: 22 },
    days: [
      [-10, agree, sign('BORROWER', 'LENDER'), move],
      [-3, untilPhase('AWAITING_PAYMENT')],
      [
        -1,
        claimPaid,
        show('LENDER', { name: 'Payment slip.pdf', message: 'Paid today. It can take two days.' }),
      ],
    ],
  },
  {
    name: 'driftwood-press.com',
    borrower: 'mara',
    lender: 'signe',
    terms: { amount: 2200, term: 90, rate: 20 },
    isHeld: true,
    days: [
      [-60, agree, sign('LENDER', 'BORROWER'), fund],
      [
        -2,
        say('BORROWER', 'I repay a month early, the book is sold. You should have it tomorrow.'),
        claimRepaid,
        show('BORROWER', { name: 'Account overview.png', message: 'Here is the line of it.' }),
        say('LENDER', 'Thank you. My bank shows it in the evening, I confirm then.'),
      ],
    ],
  },
  {
    name: 'harborlight.shop',
    borrower: 'mara',
    lender: 'tomas',
    terms: { amount: 1800, term: 60, rate: 16 },
    isHeld: true,
    days: [
      [-80, agree, sign('BORROWER', 'LENDER'), fund],
      [
        -44,
        claimRepaid,
        submit('LENDER', 'finalize'),
        say('LENDER', 'Received in full. A pleasure, any time again.'),
      ],
    ],
  },
  {
    name: 'kelpforest.app',
    borrower: 'mara',
    lender: 'ada',
    terms: { amount: 2500, term: 45, rate: 19 },
    days: [
      [
        -20,
        agree,
        say('BORROWER', 'I am sorry, I can do without it after all and cancel before we sign.'),
        submit('BORROWER', 'cancel'),
      ],
    ],
  },
]

/** What Mara lends to others. */
const lent: LoanStory[] = [
  {
    name: 'slipwright.dev',
    borrower: 'ada',
    lender: 'mara',
    terms: { amount: 3400, term: 60, rate: 20 },
    valueDollars: 7800,
    isHeld: true,
    days: [
      [-80, agree, sign('BORROWER', 'LENDER')],
      [-77, fund],
      [
        -17,
        claimRepaid,
        submit('LENDER', 'finalize'),
        say('LENDER', 'On the day, to the cent. Thank you.'),
        say('BORROWER', 'Thank you. The shop is through the season thanks to this.'),
      ],
    ],
  },
  {
    name: 'skerrygate.com',
    borrower: 'signe',
    lender: 'mara',
    terms: { amount: 26_000, term: 84, rate: 15 },
    valueDollars: 68_000,
    isHeld: true,
    days: [
      [-66, agree, sign('LENDER', 'BORROWER')],
      [
        -64,
        claimPaid,
        show('LENDER', { name: 'Transfer.pdf', message: 'On its way, here is the paper.' }),
        submit('BORROWER', 'confirmReceipt'),
      ],
      [
        -9,
        say(
          'BORROWER',
          'A first instalment of $1,000 is out today, the rest comes on the due date.',
        ),
        submit('BORROWER', 'payments', { amount: 1000 }),
        submit('LENDER', 'payments/confirm'),
        say('LENDER', 'It came, and I have confirmed it.'),
      ],
    ],
  },
  {
    name: 'tarnhollow.co',
    borrower: 'ada',
    lender: 'mara',
    terms: { amount: 5200, term: 90, rate: 24 },
    valueDollars: 13_500,
    isHeld: true,
    days: [[-60, agree, sign('BORROWER', 'LENDER'), fund]],
  },
  {
    name: 'northslip.co',
    borrower: 'signe',
    lender: 'mara',
    terms: { amount: 6000, term: 90, rate: 21.5 },
    valueDollars: 11_500,
    days: [
      [-20, bring],
      [-17, untilProved],
      [-9, agree, sign('LENDER', 'BORROWER'), move],
      [
        -3,
        untilPhase('AWAITING_PAYMENT'),
        say('BORROWER', 'The name has arrived at Pier. Whenever it suits you.'),
      ],
    ],
  },
]

export const loansOfMara: LoanStory[] = [...borrowed, ...lent]

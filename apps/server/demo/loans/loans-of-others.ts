import { dayMs } from '@pier/protocol/time'
import {
  agree,
  bring,
  claimPaid,
  fund,
  move,
  submit,
  say,
  show,
  sign,
  untilPhase,
  untilProved,
  type LoanStory,
} from './loan-steps.ts'

const dateIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/** Not paid yet: signatures, transfer into custody, and the days to pay. */
const beginning: LoanStory[] = [
  {
    name: 'oakumyard.com',
    borrower: 'signe',
    lender: 'wen',
    terms: { amount: 4800, term: 120, rate: 17.5 },
    valueDollars: 12_000,
    days: [
      [-20, bring],
      [-17, untilProved],
      [-1, agree, sign('BORROWER'), say('BORROWER', 'My signature is there. Over to you.')],
    ],
  },
  {
    name: 'bellbuoyage.io',
    borrower: 'signe',
    lender: 'tomas',
    terms: { amount: 7500, term: 180, rate: 13 },
    valueDollars: 21_000,
    days: [
      [-20, bring],
      [-17, untilProved],
      [-2, agree, sign('LENDER', 'BORROWER')],
    ],
  },
  {
    name: 'cordwainery.net',
    borrower: 'ada',
    lender: 'wen',
    terms: { amount: 2600, term: 60, rate: 19.5 },
    valueDollars: 6100,
    days: [
      [-20, bring],
      [-17, untilProved],
      [-3, agree, sign('BORROWER', 'LENDER'), move, untilPhase('TRANSFER_PENDING')],
    ],
  },
  {
    name: 'halyardry.com',
    borrower: 'signe',
    lender: 'wen',
    terms: { amount: 3900, term: 75, rate: 20 },
    valueDollars: 9400,
    isLocked: true,
    days: [
      [-20, bring],
      [-17, untilProved],
      [
        -3,
        agree,
        sign('BORROWER', 'LENDER'),
        move,
        untilPhase('TRANSFER_FAILED'),
        say('BORROWER', 'My registrar still has a lock on it. I have asked them to take it off.'),
      ],
    ],
  },
  {
    name: 'lowtideledger.com',
    borrower: 'ada',
    lender: 'signe',
    terms: { amount: 4200, term: 90, rate: 18.5 },
    valueDollars: 10_800,
    isHeld: true,
    days: [
      [-3, agree, sign('BORROWER', 'LENDER')],
      [-1, submit('LENDER', 'reveal'), say('LENDER', 'I pay today or tomorrow.')],
    ],
  },
]

/** The money is paid out. */
const running: LoanStory[] = [
  {
    name: 'chandlerycraft.com',
    borrower: 'signe',
    lender: 'wen',
    terms: { amount: 6800, term: 49, rate: 16 },
    valueDollars: 17_200,
    isHeld: true,
    days: [[-45, agree, sign('BORROWER', 'LENDER'), fund]],
  },
  {
    name: 'windlassery.io',
    borrower: 'ada',
    lender: 'tomas',
    terms: { amount: 1500, term: 30, rate: 21 },
    valueDollars: 4300,
    isHeld: true,
    days: [[-30, agree, sign('LENDER', 'BORROWER'), fund]],
  },
  {
    name: 'spritsailing.co',
    borrower: 'wen',
    lender: 'tomas',
    terms: { amount: 2900, term: 42, rate: 14 },
    valueDollars: 8800,
    isHeld: true,
    days: [
      [-45, agree, sign('BORROWER', 'LENDER'), fund],
      [
        -2,
        say('LENDER', 'The due date was yesterday. Is everything all right?'),
        say('BORROWER', 'Yes, a customer of mine pays late. It comes within the days of grace.'),
      ],
    ],
  },
  {
    name: 'bollardry.com',
    borrower: 'signe',
    lender: 'ada',
    terms: { amount: 3300, term: 30, rate: 23 },
    valueDollars: 9900,
    isHeld: true,
    days: [[-45, agree, sign('LENDER', 'BORROWER'), fund]],
  },
  {
    name: 'capstanworks.org',
    borrower: 'ada',
    lender: 'wen',
    terms: { amount: 5600, term: 30, rate: 22 },
    valueDollars: 14_000,
    isHeld: true,
    days: [
      [-60, agree, sign('BORROWER', 'LENDER'), fund],
      [
        -14,
        say('LENDER', 'I have waited for two weeks without a word and give notice today.'),
        submit('LENDER', 'finalize', { outcome: 'DEFAULT' }),
      ],
      [
        -9,
        say('BORROWER', 'I was ill, I am sorry. A part is on its way, the rest needs a month.'),
        submit('BORROWER', 'payments', { amount: 1200 }),
        submit('LENDER', 'payments/confirm'),
      ],
      [
        -3,
        submit('BORROWER', 'extension', () => ({
          due_on: dateIn(30),
          statement: 'My invoices of this month are due by then.',
        })),
      ],
    ],
  },
  {
    name: 'deckhandling.net',
    borrower: 'wen',
    lender: 'signe',
    terms: { amount: 900, term: 14, rate: 25 },
    valueDollars: 2100,
    isHeld: true,
    days: [
      [-66, agree, sign('LENDER', 'BORROWER')],
      [-64, fund],
      [-45, submit('LENDER', 'finalize', { outcome: 'DEFAULT' })],
      [-20, untilPhase('SEIZURE_READY')],
    ],
  },
  {
    name: 'reefknotted.com',
    borrower: 'signe',
    lender: 'wen',
    terms: { amount: 3700, term: 90, rate: 18 },
    valueDollars: 9200,
    isHeld: true,
    days: [
      [-14, agree, sign('BORROWER', 'LENDER')],
      [
        -10,
        claimPaid,
        show('LENDER', { name: 'Payment confirmation.pdf', message: 'Sent today, as agreed.' }),
      ],
      [
        -9,
        say('BORROWER', 'Nothing has come. My bank knows of no payment either.'),
        show('BORROWER', { name: 'My account.png', message: 'All that came this week.' }),
        submit('BORROWER', 'contest', {
          reason: 'FUNDING_NOT_RECEIVED',
          statement: 'No payment with this reference or of this amount has reached my account.',
        }),
      ],
      [
        -3,
        submit('LENDER', 'settlement', {
          outcome: 'NOT_FUNDED',
          statement: 'My bank sent it back to me. Let us end this and begin anew.',
        }),
      ],
    ],
  },
]

/** Loans that ended in other ways than repayment. */
const ended: LoanStory[] = [
  {
    name: 'saltcaravan.com',
    borrower: 'ada',
    lender: 'tomas',
    terms: { amount: 2700, term: 30, rate: 20 },
    valueDollars: 3600,
    isHeld: true,
    days: [
      [-66, agree, sign('BORROWER', 'LENDER')],
      [-64, fund],
      [
        -30,
        say('BORROWER', 'I have closed that shop and will not repay. The name is yours.'),
        submit('BORROWER', 'surrender', { domain: 'saltcaravan.com' }),
        say('LENDER', 'Understood. All the best for what comes next.'),
      ],
    ],
  },
  {
    name: 'gannetrock.com',
    borrower: 'signe',
    lender: 'wen',
    terms: { amount: 5100, term: 60, rate: 17 },
    valueDollars: 11_000,
    days: [
      [-21, bring],
      [-20, agree, sign('LENDER', 'BORROWER')],
      [
        -17,
        say(
          'LENDER',
          'The money I meant for this is needed elsewhere. I have to step back, sorry.',
        ),
        submit('LENDER', 'cancel'),
      ],
    ],
  },
  {
    name: 'ferrybell.com',
    borrower: 'ada',
    lender: 'signe',
    terms: { amount: 1900, term: 60, rate: 18 },
    valueDollars: 5000,
    days: [
      [-35, bring],
      [-30, agree, sign('BORROWER')],
      [-20, untilPhase('ENDED')],
    ],
  },
]

export const loansOfOthers: LoanStory[] = [...beginning, ...running, ...ended]

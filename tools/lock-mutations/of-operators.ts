import { removed, type Lock } from './lock.ts'

const modules = 'apps/server/src/modules'

/** What operators may do, and that nobody decides alone. */
export const locksOfOperators: Lock[] = [
  {
    name: 'every role makes every call of the console',
    file: `${modules}/operators/console/console.ts`,
    text: "if (allowed !== 'open' && !roles.some((role) => allowed.includes(role))) {",
    replacement: 'if (roles.length === 0 && allowed.length === 0) {',
    noticedBy: [
      `${modules}/back-office/desks/dead-letters.test.ts › one that needs nothing more is settled by an admin, not by support`,
    ],
  },
  {
    name: 'one operator gives both approvals',
    file: `${modules}/approvals/decisions/may-decide.ts`,
    text: "  if (held.includes(operator.id)) return 'both_keys'\n",
    replacement: removed,
    noticedBy: [
      `${modules}/approvals/decisions/two-approvals.test.ts › nobody gives both approvals of a case, not even over two tries`,
    ],
  },
  {
    name: 'whoever has helped one of the sides proposes',
    file: `${modules}/approvals/decisions/may-decide.ts`,
    text: 'return (await isPartial(db, operator, { userIds, helping }))',
    replacement: "return key === 'second' && (await isPartial(db, operator, { userIds, helping }))",
    noticedBy: [
      `${modules}/back-office/desks/user-desk.test.ts › whoever writes to a user has helped them, and proposes no ruling about them`,
    ],
  },
  {
    name: 'whoever has helped one of the sides confirms',
    file: `${modules}/approvals/decisions/may-decide.ts`,
    text: 'return (await isPartial(db, operator, { userIds, helping }))',
    replacement: "return key === 'first' && (await isPartial(db, operator, { userIds, helping }))",
    noticedBy: [
      `${modules}/approvals/decisions/two-approvals.test.ts › who has helped one of the sides, is one or has a loan with one gives no second approval`,
    ],
  },
  {
    name: 'who is new approves at once',
    file: `${modules}/approvals/decisions/may-decide.ts`,
    text: "  if (!operator.keysFrom || operator.keysFrom > (await readClock(db))) return 'operator_new'\n",
    replacement: removed,
    noticedBy: [
      `${modules}/approvals/decisions/staff.test.ts › who is new approves nothing for seven days, neither first nor second`,
    ],
  },
  {
    name: 'wrong codes of an operator have no budget',
    file: `${modules}/operators/sign-in/operator-codes.ts`,
    text: '  if (count > wrongCodes.max) return undefined\n',
    replacement: removed,
    noticedBy: [
      `${modules}/approvals/decisions/two-approvals.test.ts › wrong codes are counted, and after ten of them even the right one waits`,
    ],
  },
  {
    name: 'a proposal waits for its second approval for ever',
    file: `${modules}/approvals/decisions/decisions.service.ts`,
    text: "if (decision.state === 'lapsed' || isLapsed(tx, decision)) throw",
    replacement: "if (decision.state === 'lapsed') throw",
    noticedBy: [
      `${modules}/approvals/decisions/two-approvals.test.ts › a proposal that nobody confirmed within 48 hours is over, also before a job has said so`,
    ],
  },
  {
    name: 'a ruling takes effect before its time to appeal is over',
    file: `${modules}/disputes/rulings/rulings.service.ts`,
    text: 'const isEarly = takesEffectAt > tx.now',
    replacement: 'const isEarly = false',
    noticedBy: [
      `${modules}/approvals/decisions/two-approvals.test.ts › while the clocks stand, the time to appeal stands too`,
    ],
  },
  {
    name: 'an operator changes things without a reason',
    file: 'packages/protocol/src/calls/operator/operator-schemas.ts',
    text: "paragraphs(1000).pipe(z.string().min(10, 'Say why, in ten letters or more'))",
    replacement: "z.string().default('No reason was given')",
    noticedBy: [
      `${modules}/back-office/desks/user-desk.test.ts › address and log are masked until the file is opened with a reason, for that session only`,
    ],
  },
]

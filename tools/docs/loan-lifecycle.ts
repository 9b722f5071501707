import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  lifecycleRows,
  type LoanActor,
  type LoanEffect,
  type LoanGuard,
  type LifecyclePhase,
  type LoanRow,
  type Outcome,
} from '../../packages/protocol/src/lifecycles/loan.ts'
import { clockOf, phasesOf } from '../../packages/protocol/src/lifecycles/phases.ts'
import { loanStatuses } from '../../packages/protocol/src/statuses.ts'

/**
 * Writes the page about the loan lifecycle from the table that the server enforces. With `--check`
 * it writes nothing and fails if the page differs.
 */
const file = resolve(import.meta.dirname, '../../docs/loan-lifecycle.md')

const actors: Record<LoanActor, string> = {
  BORROWER: 'borrower',
  LENDER: 'lender',
  SYSTEM: 'by itself',
  OPERATOR: 'an operator',
  TWO_OPERATORS: 'two operators',
}

const guards: Record<LoanGuard, string> = {
  notHeld: 'no hold on the domain',
  notSigned: 'own signature missing',
  printed: 'agreement printed',
  bothSigned: 'both have signed',
  notInCustody: 'domain elsewhere',
  inCustody: 'domain in custody',
  deadlinePassed: 'deadline over, clock not stopped',
  payeeReady: "the other side's payment details in force",
  payeeNotReady: 'no payment details of the other side in force',
  noTender: 'no attempt on record',
  beforePayBy: 'before the last day to pay',
  duePassed: 'after the due date',
  graceOver: 'after the days of grace',
  clockRuns: 'clock not stopped',
  noticeOver: 'time to answer the notice over',
  noOpenPayment: 'no payment waits to be confirmed',
  openPayment: 'a payment waits to be confirmed',
  noOwnProposal: 'no own proposal open',
  othersProposal: 'the other side has proposed it',
  anyProposal: 'a proposal is open',
  onHold: 'legal hold in force',
  funded: 'the money came: admitted or ruled',
  notFunded: 'whether the money came is open',
  payByPassed: 'last day to pay over',
  linked: 'takes the place of another loan',
  notLinked: 'takes the place of no other loan',
  surplus: 'domain worth twice the debt',
  noStay: 'time to sell not given before',
  owes: 'something is still owed',
  noSuccessor: 'no other lender is to take over',
  notPaidOut: 'no other lender is paying it out',
  payoutUnanswered: 'another lender has paid it out, and no answer came in time',
  refinancing: 'the next lender stands ready',
}

const effects: Record<LoanEffect, string> = {
  holdInEscrow: 'domain becomes collateral',
  leaveEscrow: "domain is the borrower's again",
  giveToLender: "domain becomes the lender's",
  closeListing: 'listing closed',
  endListing: 'listing for another lender ends',
  restoreListing: 'listing and backup offers return',
  denyBackups: 'backup offers denied',
  reserveRenewal: 'renewal set aside where the registration ends too early',
  releaseRenewalReserve: 'runway released',
  startClock: 'term begins, due date set',
}

const outcomes: Record<Outcome, string> = {
  NOT_FUNDED: 'never funded',
  FUNDED: 'funded',
  REPAID: 'repaid',
  CURE: 'time to pay',
  DEFAULT: 'default stands',
}

const page = [
  '# The life of a loan',
  '',
  'Written by `node tools/docs/loan-lifecycle.ts` from `packages/protocol/src/lifecycles/loan-rows.ts`, and',
  'checked by `pnpm check`. *Admission decides, claim waits*: what hurts the one who says it takes effect',
  'at once; what helps them stops the opposite and waits for the other side or a ruling.',
  '',
  '## Statuses',
  '',
  'Arrows are rows that change the status. Numbers are those of the table below.',
  '',
  ...drawStatuses(),
  '',
  '## Phases of a loan that is paid out',
  '',
  ...drawPhases(),
  '',
  '## When nobody acts',
  '',
  ...listClocks(),
  '',
  '## Every step',
  '',
  'Row 1 is the accepted offer, which makes the loan. Row 37 is the hold of a domain: it stops the clock',
  'and shuts whatever says "no hold". Any step that is not here is refused.',
  '',
  ...listRows(),
  '',
].join('\n')

if (!process.argv.includes('--check')) writeFileSync(file, page)
else if (readIfThere() !== page) {
  console.error(
    'docs/loan-lifecycle.md is not what the table says: run node tools/docs/loan-lifecycle.ts',
  )
  process.exit(1)
} else
  console.log(`docs/loan-lifecycle.md says what the ${lifecycleRows.length} lines of the table say`)

function readIfThere(): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function drawStatuses(): string[] {
  const arrows = lifecycleRows.filter(({ from, to }) => to && to.status !== from)
  const ends = loanStatuses.filter((status) => phasesOf(status).includes('ENDED'))
  return [
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> PENDING_SIGNATURE: 1 accept',
    ...labelled(arrows.map((row) => [`${row.from} --> ${row.to?.status}`, row])),
    ...ends.map((status) => `  ${status} --> [*]`),
    '```',
  ]
}

function drawPhases(): string[] {
  const arrows = lifecycleRows
    .filter(({ from, to }) => from === 'LOAN_POSTED' && to?.status === 'LOAN_POSTED')
    .flatMap((row) =>
      phasesOfRow(row)
        .filter((phase) => phase !== row.to?.phase)
        .map((phase): [string, LoanRow] => [`${phase} --> ${row.to?.phase}`, row]),
    )
  return ['```mermaid', 'stateDiagram-v2', ...labelled(arrows), '```']
}

/** One arrow for all rows between the same two states. */
function labelled(arrows: [string, LoanRow][]): string[] {
  return [...Map.groupBy(arrows, ([arrow]) => arrow)].map(([arrow, same]) => {
    const words = new Set(same.map(([, { row, action }]) => `${row} ${action}`))
    return `  ${arrow}: ${[...words].join(', ')}`
  })
}

function listClocks(): string[] {
  const phases = loanStatuses.flatMap((status) => phasesOf(status))
  return [
    '| Phase | Clock | At its end |',
    '|---|---|---|',
    ...phases.filter((phase) => phase !== 'ENDED').map(describeClock),
  ]
}

function describeClock(phase: LifecyclePhase): string {
  const bank = clockOf(phase, { rail: 'bank' })
  const crypto = clockOf(phase, { rail: 'crypto' })
  if (!bank || !crypto) return `| ${phase} | none | two operators decide; time awards nothing |`
  const [first, ...more] = [...new Set([bank.ms, crypto.ms])].map(sayTime)
  const from = phase === 'ACTIVE' ? ' after the days of grace' : ''
  const time = more.length > 0 ? `${first} by bank, ${more.join()} by cryptocurrency` : first
  const ends = lifecycleRows
    .filter(({ who, action }) => who.includes('SYSTEM') && bank.actions.includes(action))
    .filter((row) => phasesOfRow(row).includes(phase))
    .map(({ row, action, to }) => `${row} ${action}: ${to?.status} / ${to?.phase}`)
  return `| ${phase} | ${time}${from} | ${ends.join('; or ')} |`
}

function sayTime(ms: number): string {
  const hours = ms / 3_600_000
  return hours % 24 === 0 && hours > 72 ? `${hours / 24} days` : `${hours} hours`
}

function listRows(): string[] {
  const line = (row: LoanRow) =>
    [
      row.row,
      row.from,
      row.phases?.join(', ') ?? 'any',
      row.action + (row.outcome ? ` (${outcomes[row.outcome]})` : ''),
      row.who.map((actor) => actors[actor]).join(', '),
      row.guards.map((guard) => guards[guard]).join('; '),
      row.to ? `${row.to.status} / ${row.to.phase}` : 'stays',
      row.effects.map((effect) => effects[effect]).join('; '),
    ].join(' | ')
  return [
    '| Row | From | Phases | Action | Who | If | To | Effects |',
    '|---|---|---|---|---|---|---|---|',
    ...lifecycleRows.toSorted((a, b) => a.row - b.row).map((row) => `| ${line(row)} |`),
  ]
}

function phasesOfRow({ from, phases }: LoanRow): readonly LifecyclePhase[] {
  return phases ?? phasesOf(from)
}

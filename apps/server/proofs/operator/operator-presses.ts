/** What operators and parties do in a round, drawn at random from what they can see. */
import { randomInt } from 'node:crypto'
import type { OperatorRole } from '@pier/protocol/operators'
import { dayMs } from '@pier/protocol/time'
import { callAs, type Loan } from '../loans/cast/loans-cast.ts'
import type { Clerk, Office } from './operator-office.ts'

/** What everybody sees when the round begins. */
export type Desk = {
  now: Date
  loans: (Seen & { loan: Loan })[]
  proposed: { id: string }[]
  announced: { id: string; escrow_id: string }[]
  holds: { id: string }[]
  stops: { id: string }[]
}
type Seen = { id: string; version: number; status: string; phase: string; is_funded: boolean }
type Draw = { office: Office; desk: Desk; documentId: string }
/** Undefined where there is nothing of the kind to do. */
type Press = { path: string; body: object; isKey?: boolean } | undefined

const pick = <T>(from: readonly T[]): T | undefined =>
  from.length > 0 ? from[randomInt(from.length)] : undefined

export async function lookAt({ house }: Office, loans: Loan[]): Promise<Desk> {
  const ids = loans.map(({ id }) => id)
  const seen = await house.rows<Seen>(
    `select id, version, status, phase, due_at is not null as is_funded from escrows
     where id = any($1) and ended_at is null`,
    [ids],
  )
  const decisions = (state: string) =>
    house.rows<{ id: string; escrow_id: string }>(
      `select id, escrow_id from decisions where state = $1 and escrow_id = any($2)`,
      [state, ids],
    )
  const [time] = await house.rows<{ now: Date }>('select app_now() as now')
  return {
    now: time?.now ?? new Date(0),
    loans: seen.flatMap((each) => {
      const loan = loans.find(({ id }) => id === each.id)
      return loan ? [{ ...each, loan }] : []
    }),
    proposed: await decisions('proposed'),
    announced: await decisions('announced'),
    holds: await house.rows(
      `select h.id from domain_holds as h join escrows as e on e.domain_id = h.domain_id
       where h.lifted_at is null and e.id = any($1)`,
      [ids],
    ),
    stops: await house.rows(
      'select id from clock_stops where ended_at is null and escrow_id = any($1)',
      [ids],
    ),
  }
}

function rule({ desk }: Draw): Press {
  const seen = pick(desk.loans)
  if (!seen) return undefined
  const wanted = seen.is_funded ? ['REPAID', 'CURE', 'DEFAULT'] : ['FUNDED', 'NOT_FUNDED']
  const outcome = pick(randomInt(10) === 0 ? ['REPAID', 'FUNDED'] : wanted)
  const on = (days: number) =>
    new Date(desk.now.getTime() + days * dayMs).toISOString().slice(0, 10)
  const body = {
    outcome,
    ...(outcome === 'FUNDED' && { value_date: on(0) }),
    ...(outcome === 'CURE' && { due_on: on(20) }),
    version: seen.version - (randomInt(12) === 0 ? 1 : 0),
  }
  return { path: `/loans/${seen.id}/rule`, body, isKey: true }
}

const onDecision =
  (action: 'confirm' | 'decline') =>
  ({ desk }: Draw): Press => {
    const found = pick(desk.proposed)
    return (
      found && { path: `/decisions/${found.id}/${action}`, body: {}, isKey: action === 'confirm' }
    )
  }

const often = <T>(submit: T): T[] => Array.from({ length: 8 }, () => submit)

/** What each role does; entries listed more often are likelier. */
const presses: Record<OperatorRole, readonly ((draw: Draw) => Press)[]> = {
  case_officer: [
    ...often(rule),
    onDecision('decline'),
    ({ desk }) => {
      const seen = pick(desk.loans)
      return seen && { path: '/clocks', body: { escrow_id: seen.id } }
    },
    ({ desk }) => {
      const hold = pick(desk.holds)
      return hold && { path: `/holds/${hold.id}/lift`, body: {}, isKey: true }
    },
  ],
  approver: [
    ...often(onDecision('confirm')),
    onDecision('decline'),
    ({ desk }) => {
      const stop = pick(desk.stops)
      return stop && { path: `/clocks/${stop.id}/start`, body: {} }
    },
  ],
  compliance: [
    ({ desk, documentId }) => {
      const seen = pick(desk.loans)
      const kind = pick(['court', 'theft'])
      const domain = seen?.loan.name
      return seen && { path: '/holds', body: { domain, kind, document_id: documentId } }
    },
    ({ desk, documentId }) => {
      const seen = pick(desk.loans)
      if (!seen) return undefined
      const body = { version: seen.version, document_id: documentId }
      return { path: `/loans/${seen.id}/seize-for-platform`, body, isKey: true }
    },
    ({ desk }) => {
      const hold = pick(desk.holds)
      return hold && { path: `/holds/${hold.id}/lift`, body: {}, isKey: true }
    },
  ],
  support: [
    ({ desk }) => {
      const { people } = pick(desk.loans)?.loan ?? {}
      const helped = people && pick([people.BORROWER.id, people.LENDER.id])
      const body = { subject: 'About your question', text: 'We have looked at it.' }
      return helped ? { path: `/users/${helped}/messages`, body } : undefined
    },
  ],
  finance: [],
  admin: [],
}

/** One action of an operator; sometimes with a wrong code, or twice at once over both processes. */
export async function pressAs(clerk: Clerk, draw: Draw): Promise<void> {
  const role = pick(clerk.roles)
  const drawn = role && pick(presses[role])?.(draw)
  if (!drawn) return
  const isWrong = randomInt(8) === 0
  const code = drawn.isKey && { code: isWrong ? '000000' : await clerk.code() }
  const body = { ...drawn.body, ...code }
  const times = randomInt(5) === 0 ? [0, 1] : [randomInt(2)]
  await Promise.all(times.map((node) => clerk.send(drawn.path, body, node)))
}

/** A party accepts a ruling or appeals it. Each person acts once in a round. */
export async function pressAsParties({ desk, office }: Omit<Draw, 'documentId'>): Promise<void> {
  const busy = new Set<string>()
  const pressing: Promise<void>[] = []
  for (const { id, escrow_id: escrowId } of desk.announced) {
    const { people } = desk.loans.find((seen) => seen.id === escrowId)?.loan ?? {}
    const person = people && pick([people.BORROWER, people.LENDER])
    if (!person || busy.has(person.id)) continue
    busy.add(person.id)
    const path = `/escrow/${escrowId}/case/rulings/${id}`
    const text = 'The other side is wrong about what was paid, as the file shows.'
    const isAppeal = randomInt(4) === 0
    const answered = isAppeal
      ? callAs(person, 'POST', `${path}/appeal`, { text })
      : callAs(person, 'POST', `${path}/accept`)
    pressing.push(
      answered.then(({ status, text: said }) => {
        office.heard.push(`${isAppeal ? 'appeal' : 'accept'} ${status}`)
        if (status >= 500) office.counted.failures.push(`${path}: ${said}`)
      }),
    )
  }
  await Promise.all(pressing)
}

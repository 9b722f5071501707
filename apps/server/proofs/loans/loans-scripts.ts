/** Paths that chance seldom takes: a default to its end, and a refinancing. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { restatedRows } from '@pier/protocol/test/loan-restated'
import { dayMs, minuteMs } from '@pier/protocol/time'
import type { Loan } from './cast/loans-cast.ts'
import { catchUp, pressAndCheck, type Scene } from './loans-checks.ts'
import { expectRow, look, openRows, type Seen } from './loans-oracle.ts'
import type { Press } from './cast/loans-presses.ts'
import { agreeOver } from './loans-refinance.ts'

export async function jumpBy(scene: Scene, ms: number): Promise<void> {
  await scene.house.moveClock(ms / dayMs)
  await catchUp(scene, scene.loans)
  scene.tally.jumps++
}

/** Jumps to just after the first of these dates that is ahead. */
export async function jumpPast(scene: Scene, { now }: Seen, dates: (Date | null)[]): Promise<void> {
  const ahead = dates.map((date) => (date?.getTime() ?? 0) - now.getTime()).filter((ms) => ms > 0)
  await jumpBy(scene, ahead.length > 0 ? Math.min(...ahead) + minuteMs : 60 * minuteMs)
}

/** Takes a step if it is open. */
async function take(scene: Scene, loan: Loan, wanted: Press): Promise<Seen> {
  const seen = await look(scene.house, loan.id)
  if (expectRow(seen, wanted)) await pressAndCheck(scene, loan, seen, wanted)
  return look(scene.house, loan.id)
}

/** Each party tries every action of this phase that a guard refuses now. */
export async function tryShut(scene: Scene, loan: Loan): Promise<void> {
  const { phase } = await look(scene.house, loan.id)
  const tried = new Set<string>()
  for (const { action, who, outcome, from } of restatedRows) {
    const wanted = { action, actor: who, ...(outcome && { outcome }) }
    const isParty = who === 'BORROWER' || who === 'LENDER'
    if (from !== phase || !isParty || tried.has(`${action} ${who}`)) continue
    const seen = await look(scene.house, loan.id)
    if (seen.phase !== phase) return
    if (isOpen(seen, wanted)) continue
    tried.add(`${action} ${who}`)
    await pressAndCheck(scene, loan, seen, wanted)
  }
}

/** Whether any row for this action is open, with any outcome. */
const isOpen = (seen: Seen, { action, actor }: Press): boolean =>
  openRows(seen).some((row) => row.action === action && row.who === actor)

/** The lender gives notice of default. Then the borrower objects, or operators seize or rule. */
export async function insist(scene: Scene, loan: Loan, pick: number): Promise<void> {
  const seen = await look(scene.house, loan.id)
  if (seen.phase !== 'ACTIVE' || seen.isHeld) return
  if (seen.graceUntil && seen.graceUntil > seen.now) await jumpPast(scene, seen, [seen.graceUntil])
  const noticed = await take(scene, loan, { action: 'claimDefault', actor: 'LENDER' })
  if (noticed.phase !== 'DEFAULT_NOTICED') return
  if (pick % 3 === 0) await take(scene, loan, { action: 'askToSell', actor: 'BORROWER' })
  if (pick % 5 === 0) {
    if (pick % 2 === 1) await take(scene, loan, { action: 'escalate', actor: 'BORROWER' })
    return
  }
  const waiting = await look(scene.house, loan.id)
  await jumpPast(scene, waiting, [waiting.deadlineAt])
  if (pick % 2 === 0) {
    await take(scene, loan, { action: 'seize', actor: 'TWO_OPERATORS' })
  } else {
    await take(scene, loan, { action: 'escalate', actor: pick % 4 === 1 ? 'BORROWER' : 'LENDER' })
    await take(scene, loan, { action: 'rule', actor: 'TWO_OPERATORS', outcome: 'DEFAULT' })
  }
}

/** Another lender pays the first one out, who confirms, stays silent, or needs a ruling. */
export async function payOut(scene: Scene, loan: Loan, pick: number): Promise<void> {
  const count = scene.loans.length
  await agreeOver(scene, loan, pick)
  const next = scene.loans[count]
  if (!next) return
  const signers: Party[] = ['LENDER', 'BORROWER']
  for (const actor of signers) await take(scene, next, { action: 'sign', actor })
  const ways = pick % 8
  if (ways === 7) return
  if (ways !== 6) await take(scene, next, { action: 'markPaid', actor: 'LENDER' })
  if (ways > 0) await take(scene, next, { action: 'confirmRest', actor: 'BORROWER' })
  for (const each of [loan, next]) await tryShut(scene, each)
  if (ways < 2 || ways === 6) return
  if (ways > 2) {
    const seen = await look(scene.house, loan.id)
    await jumpPast(scene, seen, [seen.answerBy])
  }
  if (ways === 5) return
  const actor = ways === 4 ? 'TWO_OPERATORS' : 'LENDER'
  await take(scene, loan, { action: 'refinance', actor })
}

import type { Party } from '@pier/protocol/lifecycles/loan'
import { dayMs } from '@pier/protocol/time'
import { invariant } from '../../src/platform/app-error.ts'
import { givenCustody } from './given-custody.ts'
import { givenLoans, sideOf } from './given-loans.ts'
import type { useTestApp } from '../test-app.ts'

type App = ReturnType<typeof useTestApp>

type Wanted = { term?: number; endsIn?: number; premiumCents?: number; withPayees?: boolean }

/** Names that the registry really has, close to expiry, and their owners' balances. */
function givenHeldNames(app: App) {
  const custody = givenCustody(app)
  return {
    ...custody,

    /** Sets the expiry to so many days from now, at the registry and in our tables. */
    async endsIn({ id, name }: { id: string; name: string }, days: number): Promise<Date> {
      const expiresAt = new Date(app.custody.registry.now().getTime() + days * dayMs)
      app.custody.registry.getDomain(name).expiresAt = expiresAt
      await custody.query('update holdings set expires_at = $2 where domain_id = $1', [
        id,
        expiresAt,
      ])
      return expiresAt
    },

    /** Empties this person's available balance. */
    drain: (userId: string) =>
      custody.query(
        `select post_entry('drain:' || gen_random_uuid(), 'withdrawal', $1, null,
           '{available,refund_payable}', array[-available_cents, available_cents])
         from ledger_balances where user_id = $1 and available_cents <> 0`,
        [userId],
      ),

    renewalDay: ({ id }: { id: string }) =>
      custody.job('custody.renew', { subjectId: id, generation: 1 }),

    endOf: ({ name }: { name: string }): Date => app.custody.other.readName(name).expiresAt,

    async balanceOf(userId: string) {
      const [row] = await custody.rows<{ available: string; held: string }>(
        `select available_cents as available, held_cents as held from ledger_balances
         where user_id = $1`,
        [userId],
      )
      return { availableCents: Number(row?.available ?? 0), heldCents: Number(row?.held ?? 0) }
    },
  }
}

/** Loans on names that the registry really has. */
export function givenHeldLoans(app: App) {
  const names = givenHeldNames(app)
  const loans = givenLoans(app)
  const given = {
    ...names,
    ...loans,

    /** Agreed on a name that expires in so many days, and not yet signed. */
    async heldAgreed({ term = 210, endsIn = 200, withPayees = true, ...more }: Wanted = {}) {
      const owner = await names.inCustody(more)
      await names.endsIn(owner, endsIn)
      await loans.list(owner, owner.id)
      const { lender, id: offerId } = await loans.offer(owner.id, { term })
      const reply = await owner.browser.post('/escrow/accept', { offerId })
      invariant(reply.statusCode === 201, `given: got ${reply.statusCode}: ${reply.body}`)
      const { id } = reply.json<{ id: string }>()
      if (withPayees) for (const person of [owner, lender]) await loans.payee(person)
      const people = { BORROWER: owner, LENDER: lender }
      const self = await lender.browser.get('/users/self')
      const lenderId = self.json<{ id: string }>().id
      const name = { id: owner.id, name: owner.name }
      const loan = { id, borrower: owner, lender, lenderId, borrowerId: owner.userId, name }
      return { ...loan, as: (party: Party) => sideOf(people[party], id) }
    },

    /** Paid out and confirmed today. */
    async heldRunning(wanted: Wanted = {}) {
      const loan = await given.heldAgreed(wanted)
      for (const party of ['BORROWER', 'LENDER'] as const) await loans.sign(loan.id, party)
      await loan.as('BORROWER').submit('markPaid')
      return loan
    },
  }
  return given
}

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { givenLedger } from '../../../test/given/given-ledger.ts'
import { useTestDatabase } from '../../../test/test-database.ts'
import { balanceOf, checkBooks, reserve, post, release, settle } from './ledger.service.ts'

const database = useTestDatabase()
const { inTx, someUser, topUp } = givenLedger(() => database)

/** What a user and the world may do, against a model that is a few numbers. */
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('topUp' as const), cents: fc.integer({ min: 1, max: 5000 }) }),
    fc.record({ do: fc.constant('reserve' as const), cents: fc.integer({ min: 1, max: 5000 }) }),
    fc.record({ do: fc.constant('capture' as const), cents: fc.integer({ min: 0, max: 5000 }) }),
    fc.record({ do: fc.constant('release' as const), cents: fc.constant(0) }),
    fc.record({ do: fc.constant('chargeback' as const), cents: fc.integer({ min: 1, max: 5000 }) }),
    fc.record({ do: fc.constant('withdraw' as const), cents: fc.integer({ min: 1, max: 5000 }) }),
  ),
  { maxLength: 25 },
)

test('after any sequence of operations the ledger matches a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (run) => {
      const userId = await someUser()
      const model = {
        available: 0,
        held: 0,
        reservations: [] as { reference: string; cents: number }[],
      }
      for (const step of run) await carryOut(userId, model, step)

      const { available: availableCents, held: heldCents } = model
      expect(await balanceOf(database.db, userId)).toEqual({ availableCents, heldCents })
      expect(heldCents).toBeGreaterThanOrEqual(0)
      expect(await checkBooks(database.db)).toEqual({ sumCents: 0, wrongUsers: [] })
    }),
    { numRuns: 40 },
  )
})

type Model = {
  available: number
  held: number
  reservations: { reference: string; cents: number }[]
}

async function carryOut(
  userId: string,
  model: Model,
  step: { do: string; cents: number },
): Promise<void> {
  const { cents } = step
  const reference = `model:${randomUUID()}`
  const last = model.reservations.at(-1)
  if (step.do === 'topUp') {
    await topUp(userId, cents)
    model.available += cents
  } else if (step.do === 'reserve') {
    const asked = inTx((tx) => reserve(tx, { reference, userId, amountCents: cents }))
    if (cents > model.available) {
      await expect(asked).rejects.toMatchObject({ code: 'balance_insufficient' })
    } else {
      await asked
      model.available -= cents
      model.held += cents
      model.reservations.push({ reference, cents })
    }
  } else if (step.do === 'capture' && last) {
    const capturedCents = Math.min(cents, last.cents)
    const end = { reference: last.reference, to: 'registry_payable' as const, capturedCents }
    await inTx((tx) => settle(tx, end))
    expect(await inTx((tx) => settle(tx, end))).toBe(false)
    model.held -= last.cents
    model.available += last.cents - capturedCents
    model.reservations.pop()
  } else if (step.do === 'release' && last) {
    await inTx((tx) => release(tx, { reference: last.reference }))
    expect(await inTx((tx) => release(tx, { reference: last.reference }))).toBe(false)
    model.held -= last.cents
    model.available += last.cents
    model.reservations.pop()
  } else if (step.do === 'chargeback') {
    const legs = { available: -cents, chargeback: cents }
    await inTx((tx) => post(tx, { reference, kind: 'chargeback', userId, legs }))
    model.available -= cents
  } else if (step.do === 'withdraw') {
    const legs = { available: -cents, refund_payable: cents }
    const asked = inTx((tx) => post(tx, { reference, kind: 'withdrawal', userId, legs }))
    if (cents > model.available) {
      await expect(asked).rejects.toMatchObject({ code: 'balance_insufficient' })
    } else {
      await asked
      model.available -= cents
    }
  }
}

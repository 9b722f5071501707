import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type House, startHouse } from '../../../apps/server/proofs/custody/custody-house.ts'
import {
  callAs,
  inviteCast,
  type Loan,
  makeLoan,
} from '../../../apps/server/proofs/loans/cast/loans-cast.ts'
import { signWithout } from '../../../apps/server/proofs/loans/cast/loans-signing.ts'
import { inTransaction } from '../../../apps/server/src/platform/db/database.ts'
import { insertManyListings } from '../../../apps/server/test/given/many-listings.ts'
import { freePort } from '../../local/postgres.ts'
import { waitForUrl } from '../../local/stack.ts'

const listings = 60
const loans = 3

export type Town = Awaited<ReturnType<typeof openTown>>

/**
 * The product as deployed, with a market and a borrower of three loans, on ports and a database of
 * its own. The web is built before: `node apps/web/build.ts`.
 */
export async function openTown(stops: (() => unknown)[]) {
  const house = await startHouse({ logLevel: 'error' })
  stops.push(() => house.stop())
  await insertManyListings(house.owner, { count: listings })
  const cast = await inviteCast(house)
  const [borrower] = cast.borrowers
  const [lender] = cast.lenders
  if (!borrower || !lender) throw new Error('Nobody was invited')
  const people = { BORROWER: borrower, LENDER: lender }
  const terms = { term: 180, contract: 0, isExternal: false, isValuable: true } as const
  const made = []
  for (let loan = 0; loan < loans; loan++)
    made.push(await makeLoan(house, people, { ...terms, amount: 10_000 + loan }))
  const [running, unsigned] = made
  if (!running || !unsigned) throw new Error('There is no loan')
  await fund(house, running)

  const port = await freePort()
  const origin = `http://localhost:${port}`
  const web = spawn(process.execPath, [join(import.meta.dirname, '../../../apps/web/server.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      API_ORIGIN: house.api.base,
      PUBLIC_ORIGIN: origin,
      LOG_LEVEL: 'error',
      TRUSTED_PROXY_HOPS: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  stops.push(() => end(web))
  await waitForUrl(`${origin}/health/live`)
  return {
    origin,
    email: borrower.email,
    /** Paid out and not yet due, as most loans are. */
    loan: { name: running.name, path: `/app/escrow/${running.id}` },
    unsigned: { path: `/app/escrow/${unsigned.id}` },
  }
}

async function fund(house: House, loan: Loan): Promise<void> {
  const { BORROWER: borrower, LENDER: lender } = loan.people
  await inTransaction(house.owner, async (tx) => {
    await signWithout(tx, loan, 'BORROWER')
    await signWithout(tx, loan, 'LENDER')
  })
  await callAs(lender, 'POST', `/escrow/${loan.id}/markPaid`, { waives_runway: true })
  const { status, text } = await callAs(borrower, 'POST', `/escrow/${loan.id}/confirmReceipt`)
  if (status !== 200) throw new Error(`The loan could not be paid out: ${status} ${text}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

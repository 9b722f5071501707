import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startHouse } from '../../../apps/server/proofs/custody/custody-house.ts'
import { inviteCast, makeLoan } from '../../../apps/server/proofs/loans/cast/loans-cast.ts'
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
  const [first] = made
  if (!first) throw new Error('There is no loan')

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
    loan: { name: first.name, path: `/app/escrow/${first.id}` },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

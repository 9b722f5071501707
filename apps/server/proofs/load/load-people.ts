/** Whom the proof of load lets in: pairs with a loan, each of whom keeps a login for an hour. */
import { randomUUID } from 'node:crypto'
import { minuteMs } from '@pier/protocol/time'
import { invariant } from '../../src/platform/app-error.ts'
import type { ApiNode } from '../../test/node.ts'
import type { House } from '../custody/custody-house.ts'
import { makeLoan, plainTerms } from '../loans/cast/loans-cast.ts'

/** Sooner than a token runs out. */
const freshMs = 8 * minuteMs
const ask = { desired_loan_amount: 32_000, desired_term: 180, desired_apy: 14.5 }

type Kept = { address: string; token: string; refreshToken: string; cookie: string }
export type Visitor = { id: string; kept: Kept; fresh: (node: ApiNode) => Promise<Kept> }
/** The borrower has a second domain, on which all lenders may make offers. */
export type Pair = { loanId: string; sides: [Visitor, Visitor]; openDomainId: string }

export async function invitePairs(house: House, count: number): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let made = 0; made < count; made++) pairs.push(await invitePair(house))
  return pairs
}

async function invitePair(house: House): Promise<Pair> {
  const [borrower, lender] = [await invite(house), await invite(house)]
  const people = {
    BORROWER: { ...borrower.person, hasHome: false },
    LENDER: { ...lender.person, hasHome: false },
  }
  const { id: loanId } = await makeLoan(house, people, plainTerms)
  const name = `quay-${randomUUID().slice(0, 12)}.com`
  const { get } = borrower.person
  const { id } = await get<{ id: string }>('POST', '/domains/add', { domain: name })
  await house.rows(
    `update domains set status = 'EXTERNAL_VERIFIED', verified_at = app_now() where id = $1`,
    [id],
  )
  // Nobody publishes a record for this name, so there is nothing to check.
  await house.rows(`delete from timers where job like 'domains.%' and subject_id = $1`, [id])
  await get('POST', '/listings', { domain_id: id, ...ask })
  return { loanId, sides: [borrower.visitor, lender.visitor], openDomainId: id }
}

async function invite({ api, register }: House) {
  let kept: Kept | undefined
  const person = await register({
    ...api,
    call: (method, path, from, body) => {
      if ('refreshToken' in from) kept = from as Kept
      return api.call(method, path, from, body)
    },
  })
  invariant(kept, 'who registers makes calls')
  return { person, visitor: visitorOf(person.id, kept) }
}

/** Their login is renewed in time, and once, whoever of their calls notices first. */
function visitorOf(id: string, kept: Kept): Visitor {
  let since = performance.now()
  let renewing: Promise<Kept> | undefined
  const renew = async (node: ApiNode) => {
    const { refreshToken } = kept
    const { status, text } = await node.call('POST', '/users/refresh', kept, { refreshToken })
    invariant(status === 200, `a login was not renewed: ${status} ${text}`)
    kept.token = (JSON.parse(text) as { accessToken: string }).accessToken
    since = performance.now()
    renewing = undefined
    return kept
  }
  return {
    id,
    kept,
    fresh: (node) => {
      if (performance.now() - since < freshMs) return Promise.resolve(kept)
      return (renewing ??= renew(node))
    },
  }
}

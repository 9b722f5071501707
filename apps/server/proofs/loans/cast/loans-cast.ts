/** People and loans for the proof of loans, made through the API. */
import { randomUUID } from 'node:crypto'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { invariant } from '../../../src/platform/app-error.ts'
import { home } from '../../../test/given/given-agreements.ts'
import { bankDetails, coinDetails } from '../../../test/given/given-loans.ts'
import type { House, Person } from '../../custody/custody-house.ts'

export type Loan = {
  id: string
  domainId: string
  name: string
  isExternal: boolean
  people: Record<Party, Member>
  /** Each party's signing link, once it was seen. */
  links: Partial<Record<Party, string | undefined>>
  /** The loan that it refinances. */
  refinances?: string
}
/** `hasHome`: has given a legal address. Without it no agreement is printed. */
export type Member = Person & { hasHome: boolean }
export type Cast = { borrowers: Member[]; lenders: Member[]; stranger: Person }
export type Terms = {
  term: number
  contract: 0 | 1
  isExternal: boolean
  /** Worth far more than is lent on it. */
  isValuable: boolean
  amount: number
}
/** Of a loan that is not the subject. */
export const plainTerms: Terms = {
  term: 180,
  contract: 0,
  isExternal: false,
  isValuable: false,
  amount: 30_000,
}
export type Reply = { status: number; text: string; body: { [key: string]: unknown } }

const ask = { desired_loan_amount: 32_000, desired_term: 180, desired_apy: 14.5 }

/** One loan in six is between two people with addresses, and is printed, signed and e-sealed. */
export async function inviteCast(house: House): Promise<Cast> {
  const borrowers = [await invite(house, true), await invite(house, false)]
  const lenders = [
    await invite(house, true),
    await invite(house, false),
    await invite(house, false),
  ]
  for (const person of borrowers) await house.topUp(person.id, 100_000)
  return { borrowers, lenders, stranger: await house.register() }
}

async function invite(house: House, hasHome: boolean): Promise<Member> {
  const person = await house.register()
  await givePayees(house, person)
  if (hasHome) must(await callAs(person, 'POST', '/users/profile', home))
  return { ...person, hasHome }
}

/** Payment details that are in force at once: the waiting time is not the subject here. */
async function givePayees({ rows }: House, person: Person): Promise<void> {
  for (const details of [bankDetails, coinDetails]) {
    must(await callAs(person, 'PUT', '/users/payout-details', details))
  }
  await rows(
    `update payees set created_at = created_at - interval '3 days',
       active_from = created_at - interval '2 days' where user_id = $1`,
    [person.id],
  )
}

export async function makeLoan(
  house: House,
  { BORROWER: borrower, LENDER: lender }: Record<Party, Member>,
  terms: Terms,
): Promise<Loan> {
  const name = `harbour-${randomUUID().slice(0, 12)}.com`
  if (terms.isExternal) await house.world.other.addNames([{ name, isWithoutDns: true }])
  const added = await callAs(borrower, 'POST', '/domains/add', { domain: name })
  const domainId = String(added.body.id)
  await house.rows(terms.isExternal ? proveDomain : receiveDomain, [domainId])
  // Nobody publishes a record for these names, so there is nothing to check.
  await house.rows(`delete from timers where job like 'domains.%' and subject_id = $1`, [domainId])
  if (terms.isValuable) await house.rows(valueDomain, [name, terms.amount * 100_000])
  must(await callAs(borrower, 'POST', '/listings', { domain_id: domainId, ...ask }))
  await house.rows('update users set default_contract = $2 where id = $1', [
    lender.id,
    terms.contract,
  ])
  const bid = { loan_amount: terms.amount, term: terms.term, apy: 13.25 }
  const offer = must(await callAs(lender, 'POST', '/offers', { domain_id: domainId, ...bid }))
  const accepted = must(
    await callAs(borrower, 'POST', '/escrow/accept', { offerId: offer.body.id }),
  )
  const people = { BORROWER: borrower, LENDER: lender }
  const { isExternal } = terms
  return { id: String(accepted.body.id), domainId, name, isExternal, people, links: {} }
}

const valueDomain = `
  insert into valuations (name, amount_cents, source, created_at, expires_at)
  values ($1, $2, 'proof', app_now(), app_now() + interval '3000 days')`
const proveDomain = `
  update domains set status = 'EXTERNAL_VERIFIED', verified_at = app_now() where id = $1`
const receiveDomain = `
  with arrived as (
    insert into holdings (domain_id, arrived_at, expires_at, nameservers, ds_records, checked_at)
    values ($1, app_now(), app_now() + interval '3000 days',
      '{ns1.held.example,ns2.held.example}', '[]', app_now())
  )
  update domains set status = 'CUSTODY_PAID', verified_at = app_now(),
    transfer_out_available_at = app_now() + interval '60 days' where id = $1`

/** Sessions end while the clock is moved, and some calls need a fresh login: logs in again then. */
export async function callAs(
  person: Person,
  method: string,
  path: string,
  body?: object,
): Promise<Reply> {
  let reply = await person.call(method, path, body)
  if (reply.status === 401 || (reply.status === 403 && reply.text.includes('step_up_required'))) {
    await person.logIn()
    reply = await person.call(method, path, body)
  }
  const isJson = reply.text.startsWith('{')
  return { ...reply, body: isJson ? (JSON.parse(reply.text) as Reply['body']) : {} }
}

function must(reply: Reply): Reply {
  invariant(reply.status < 300, `got ${reply.status}: ${reply.text}`)
  return reply
}

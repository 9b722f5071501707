/** Operators who are also users of the product may not read decisions about themselves. */
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import {
  givenOperators,
  reason,
  type TestOperator,
} from '../../../../test/given/given-operators.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }
const query = (text: string, values: unknown[]) => app.database.owner.pool.query(text, values)
const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const order = { name: 'order.pdf', data: pdf.toString('base64') }
const everything = () => given.operator('case_officer', 'compliance', 'approver')
const becomes = (who: TestOperator, email: string) =>
  query(
    'update operators set email_key = (select email_key from users where email = $1) where id = $2',
    [email, who.id],
  )
const idOf = (reply: { body: string }) => (JSON.parse(reply.body) as { id: string }).id
const keep = async (by: TestOperator) => idOf(await by.post('/documents', order))
const look = async (by: TestOperator, id: string) =>
  (await by.get(`/documents/${id}?reason=${encodeURIComponent(reason)}`)).statusCode

type List = { decisions: { id: string }[]; total: number; pages: number }
const listOf = async (who: TestOperator) => (await who.get('/decisions')).json<List>()
const has = ({ decisions }: List, id: string) => decisions.some((each) => each.id === id)

async function disputed() {
  const loan = await given.running()
  const { version } = await loan.as('LENDER').submit('escalate')
  return { loan, version }
}

/** A domain without a loan, on hold by court order, and a proposal to lift the hold. */
async function liftOfOwn() {
  const owner = await app.given.verifiedUser()
  const domain = await given.domainInCustody(owner.browser)
  const compliance = await everything()
  const documentId = await keep(compliance)
  const hold = { domain: domain.name, kind: 'court', document_id: documentId }
  const held = await compliance.post('/holds', hold)
  expect(held.statusCode, held.body).toBe(201)
  const lift = await compliance.key(`/holds/${idOf(held)}/lift`, { document_id: null })
  expect(lift.statusCode, lift.body).toBe(201)
  return { owner, documentId, id: idOf(lift) }
}

test('a proposal is in the list of everybody but of whom it is about, and is not counted there', async () => {
  const { loan, version } = await disputed()
  const officer = await given.operator('case_officer')
  const party = await given.operator('case_officer', 'approver')
  const rule = { outcome: 'REPAID', version }
  const id = idOf(await officer.key(`/loans/${loan.id}/rule`, rule))
  const before = await listOf(party)
  expect(has(before, id)).toBe(true)

  await becomes(party, loan.borrower.email)

  const after = await listOf(party)
  expect([has(after, id), after.total]).toEqual([false, before.total - 1])
  expect((await party.get('/decisions?open=true')).body).not.toContain(id)
  expect((await listOf(officer)).total).toBe(before.total)
})

test('paging and totals count only the decisions that the reader may see', async () => {
  const { loan } = await disputed()
  const [officer, party] = [await given.operator('case_officer'), await everything()]
  await query(
    `insert into decisions (kind, subject_id, escrow_id, terms, reasons, state, proposed_by, proposed_at)
     select 'rule', gen_random_uuid(), $1, '{}', 'As the file shows, both agreed on it', 'declined', $2, app_now()
     from generate_series(1, 25)`,
    [loan.id, officer.id],
  )
  await becomes(party, loan.lender.email)

  const [all, own] = [await listOf(officer), await listOf(party)]

  expect(all.total - own.total).toBe(25)
  expect(own.pages).toBe(Math.max(1, Math.ceil(own.total / 20)))
  expect(own.decisions).toHaveLength(Math.min(20, own.total))
})

test('the owner of a held domain without a loan reads neither its decision nor its document', async () => {
  const { owner, documentId, id } = await liftOfOwn()
  const reader = await everything()
  expect((await reader.get(`/decisions/${id}`)).statusCode).toBe(200)
  expect(await look(reader, documentId)).toBe(200)

  await becomes(reader, owner.email)

  expect((await reader.get(`/decisions/${id}`)).statusCode).toBe(403)
  expect(has(await listOf(reader), id)).toBe(false)
  expect(await look(reader, documentId)).toBe(403)
})

test('whoever is to get a domain reads neither the decision that names them nor its document', async () => {
  const { id } = await liftOfOwn()
  const reader = await everything()
  const documentId = await keep(reader)
  const winner = await app.given.verifiedUser()
  const { id: ownerId } = (await winner.browser.get('/users/self')).json<{ id: string }>()
  await query(
    `update decisions set document_id = $2, terms = terms || jsonb_build_object('ownerId', $3::text)
     where id = $1`,
    [id, documentId, ownerId],
  )
  expect(await look(reader, documentId)).toBe(200)

  await becomes(reader, winner.email)

  expect((await reader.get(`/decisions/${id}`)).statusCode).toBe(403)
  expect(has(await listOf(reader), id)).toBe(false)
  expect(await look(reader, documentId)).toBe(403)
})

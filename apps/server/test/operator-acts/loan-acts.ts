import { randomUUID } from 'node:crypto'
import { invariant } from '../../src/platform/app-error.ts'
import { reason } from '../given/given-operators.ts'
import { pdf, type Scenes, type World } from './world.ts'

/** An exhibit of the borrower, in an open case. */
async function withExhibit({ app, disputed }: World) {
  const loan = await disputed()
  const { browser } = loan.borrower
  const reply = await app.inject({
    method: 'POST',
    url: `/api/escrow/${loan.id}/evidence`,
    payload: pdf,
    headers: {
      'content-type': 'application/pdf',
      'x-file-name': 'order.pdf',
      cookie: `__Host-bind=${browser.cookie}`,
      'x-access-token': browser.token ?? '',
      'x-forwarded-for': browser.address,
    },
  })
  invariant(reply.statusCode === 201, `given: got ${reply.statusCode}: ${reply.body}`)
  return loan
}

async function proposed({ staff, disputed }: World) {
  const { id, version, domain } = await disputed()
  const rule = { outcome: 'REPAID', version }
  const reply = await staff.case_officer.key(`/loans/${id}/rule`, rule)
  return { id, decisionId: reply.json<{ id: string }>().id, name: domain.name }
}

const nowhere = randomUUID()
const question = { party: 'LENDER', question: 'Please show your statement for these days.' }
const mark = { weight: 'decisive', check_note: 'Payee matches vault', is_good: true }

/** Approvals, loans and cases. */
export const loanActs = {
  'POST /operator/decisions/:id/confirm': async (world) => {
    const { id, decisionId, name } = await proposed(world)
    const path = `/decisions/${decisionId}/confirm`
    return { by: world.staff.approver, path, body: { name }, isKey: true, subject: id }
  },
  'POST /operator/decisions/:id/decline': async (world) => {
    const { id, decisionId } = await proposed(world)
    return { by: world.staff.approver, path: `/decisions/${decisionId}/decline`, subject: id }
  },
  'GET /operator/loans/:id/as/:party': async ({ staff, given }) => {
    const { id } = await given.running()
    const path = (of: string) => `/loans/${of}/as/LENDER?reason=${encodeURIComponent(reason)}`
    return { by: staff.support, path: path(id), subject: id, refused: { path: path(nowhere) } }
  },
  'POST /operator/loans/:id/open': async ({ staff, given }) => {
    const { id } = await given.running()
    const refused = { path: `/loans/${nowhere}/open` }
    return { by: staff.support, path: `/loans/${id}/open`, subject: id, refused }
  },
  'POST /operator/loans/:id/rule': async ({ staff, disputed }) => {
    const { id, version } = await disputed()
    const body = { outcome: 'REPAID', version }
    return { by: staff.case_officer, path: `/loans/${id}/rule`, body, isKey: true, subject: id }
  },
  'POST /operator/loans/:id/seize': async ({ staff, given, rows }) => {
    const loan = await given.running()
    await rows(
      `update escrows set phase = 'SEIZURE_READY', noticed_at = app_now() - interval '21 days',
         objection_until = app_now() - interval '1 day' where id = $1`,
      [loan.id],
    )
    const { version } = await loan.as('LENDER').read()
    const what = { path: `/loans/${loan.id}/seize`, body: { version }, subject: loan.id }
    return { by: staff.case_officer, isKey: true, ...what }
  },
  'POST /operator/loans/:id/seize-for-platform': async ({ staff, given, document }) => {
    const loan = await given.running()
    const by = staff.compliance
    const documentId = await document(by)
    const hold = { domain: loan.domain.name, kind: 'court', document_id: documentId }
    await by.post('/holds', hold)
    const { version } = await loan.as('LENDER').read()
    const body = { version, document_id: documentId }
    const path = `/loans/${loan.id}/seize-for-platform`
    return { by, path, body, isKey: true, subject: loan.id }
  },
  'POST /operator/loans/:id/cancel': async ({ staff, given }) => {
    const loan = await given.signed()
    const { version } = await loan.as('LENDER').read()
    const { id } = loan
    const what = { path: `/loans/${id}/cancel`, body: { version }, subject: id }
    return { by: staff.case_officer, ...what }
  },
  'POST /operator/cases/:id/questions': async ({ staff, disputed }) => {
    const { id, caseId } = await disputed()
    const path = (of: string) => `/cases/${of}/questions`
    const refused = { path: path(nowhere) }
    return { by: staff.compliance, path: path(caseId), body: question, subject: id, refused }
  },
  'PUT /operator/cases/:id/exhibits/:number': async (world) => {
    const { id, caseId } = await withExhibit(world)
    const path = (number: number) => `/cases/${caseId}/exhibits/${number}`
    const refused = { path: path(99) }
    return { by: world.staff.case_officer, path: path(1), body: mark, subject: id, refused }
  },
  'GET /operator/cases/:id/exhibits/:number': async (world) => {
    const { id, caseId } = await withExhibit(world)
    const by = world.staff.approver
    const first = () => by.post(`/loans/${id}/open`)
    await first()
    const path = (number: number) => `/cases/${caseId}/exhibits/${number}`
    return { by, path: path(1), subject: id, refused: { path: path(99) }, first }
  },
} satisfies Scenes

/** Documents, holds and clocks. */
export const safeguardActs = {
  'POST /operator/documents': async ({ staff }) => {
    const body = { name: 'order.pdf', data: pdf.toString('base64') }
    const page = Buffer.from('<html><script>alert(1)</script></html>').toString('base64')
    const refused = { body: { ...body, data: page } }
    return { by: staff.finance, path: '/documents', body, subject: ({ id }) => id, refused }
  },
  'GET /operator/documents/:id': async ({ staff, given, document }) => {
    const { domain } = await given.running()
    const id = await document(staff.compliance)
    const hold = { domain: domain.name, kind: 'court', document_id: id }
    const held = await staff.compliance.post('/holds', hold)
    invariant(held.statusCode === 201, `given: got ${held.statusCode}: ${held.body}`)
    const path = (of: string) => `/documents/${of}?reason=${encodeURIComponent(reason)}`
    const refused = { path: path(nowhere) }
    return { by: staff.finance, path: path(id), subject: id, refused }
  },
  'POST /operator/holds': async ({ staff, given }) => {
    const { id, domain } = await given.running()
    const body = { domain: domain.name, kind: 'theft', document_id: null }
    return { by: staff.case_officer, path: '/holds', body, subject: id }
  },
  'POST /operator/holds/:id/lift': async ({ staff, given, insert }) => {
    const { id, domain } = await given.running()
    const holdId = await insert(
      `insert into domain_holds (domain_id, kind, note, created_at)
       values ($1, 'theft', 'Reported', app_now())`,
      [domain.id],
    )
    return { by: staff.compliance, path: `/holds/${holdId}/lift`, isKey: true, subject: id }
  },
  'POST /operator/clocks': async ({ staff, given }) => {
    const { id } = await given.running()
    const refused = { body: { escrow_id: nowhere } }
    const body = { escrow_id: id }
    return { by: staff.case_officer, path: '/clocks', body, subject: id, refused }
  },
  'POST /operator/clocks/:id/start': async ({ staff, given }) => {
    const { id } = await given.running()
    const stop = await staff.case_officer.post('/clocks', { escrow_id: id })
    const path = `/clocks/${stop.json<{ id: string }>().id}/start`
    return { by: staff.approver, path, subject: id }
  },
} satisfies Scenes

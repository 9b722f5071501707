import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { invariant } from '../../../platform/app-error.ts'
import { givenCustody } from '../../../../test/given/given-custody.ts'
import { someName } from '../../../../test/given/given-domains.ts'
import { givenLoans, sideOf } from '../../../../test/given/given-loans.ts'
import { givenOperators } from '../../../../test/given/given-operators.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp({ withCustody: true })
const given = givenLoans(app)
const custody = givenCustody(app)
const operators = givenOperators(app)

type Loan = Awaited<ReturnType<typeof agreed>>

/** An agreed loan on a domain that was transferred to us. */
async function agreed() {
  const owner = await custody.inCustody()
  await given.list(owner, owner.id)
  const { lender, id: offerId } = await given.offer(owner.id)
  const reply = await owner.browser.post('/escrow/accept', { offerId })
  invariant(reply.statusCode === 201, `given: got ${reply.statusCode}: ${reply.body}`)
  const { id } = reply.json<{ id: string }>()
  await given.payee(owner)
  await given.payee(lender)
  const people = { BORROWER: owner, LENDER: lender }
  return { id, owner, lender, as: (party: 'BORROWER' | 'LENDER') => sideOf(people[party], id) }
}

async function running() {
  const loan = await agreed()
  await given.sign(loan.id, 'BORROWER')
  await given.sign(loan.id, 'LENDER')
  await loan.as('BORROWER').submit('markPaid')
  return loan
}

const check = ({ owner }: Loan) => custody.job('custody.check-holding', { domainId: owner.id })
const renewalDay = ({ owner }: Loan) =>
  custody.job('custody.renew', { subjectId: owner.id, generation: 1 })
const registryDomain = ({ owner }: Loan) => app.custody.registry.getDomain(owner.name)

const noticesOf = async ({ lender }: Loan) => {
  const reply = await lender.browser.get('/notifications')
  const { notifications } = reply.json<{ notifications: { body: string; link: string }[] }>()
  return notifications.map(({ body }) => body)
}
const linesOf = async (loan: Loan, party: 'BORROWER' | 'LENDER' = 'LENDER') => {
  const reply = await loan.as(party).get('/events?limit=50')
  return reply.json<{ events: { action: string; words: string }[] }>().events
}
const actionsOf = async (loan: Loan) => (await linesOf(loan)).map(({ action }) => action)
const countOf = async (loan: Loan, action: string) =>
  (await actionsOf(loan)).filter((each) => each === action).length

async function endsIn({ owner }: Loan, days: number): Promise<void> {
  const expiresAt = new Date(app.custody.registry.now().getTime() + days * dayMs)
  app.custody.registry.getDomain(owner.name).expiresAt = expiresAt
  await custody.query('update holdings set expires_at = $2 where domain_id = $1', [
    owner.id,
    expiresAt,
  ])
}
const drain = ({ owner }: Loan) =>
  custody.query(
    `select post_entry('drain:' || $1, 'withdrawal', $2, null, '{available,refund_payable}',
       array[-available_cents, available_cents]) from ledger_balances where user_id = $2`,
    [owner.id, owner.userId],
  )

test('what somebody changed at the registry is told to the lender, once, and stands in the history of both', async () => {
  const loan = await running()
  registryDomain(loan).nameservers.splice(0, 1, 'ns9.thief.com')

  await check(loan)
  await check(loan)

  const mail = await app.mailTo(loan.lender.email, 'was changed at the registry')
  expect(mail.text).toContain('Its nameservers were changed')
  expect(mail.text).toContain('on hold')
  expect(mail.text).toContain(`/app/escrow/${loan.id}`)
  expect(await noticesOf(loan)).toContainEqual(
    expect.stringContaining(`${loan.owner.name}: The domain was changed at the registry`),
  )
  expect(await countOf(loan, 'nameDrift')).toBe(1)
  expect(await linesOf(loan, 'BORROWER')).toContainEqual(
    expect.objectContaining({
      words: 'The domain was changed at the registry. It is on hold',
    }),
  )
  expect((await loan.as('LENDER').get('/name')).json()).toMatchObject({
    nameservers: expect.arrayContaining(['ns9.thief.com']) as string[],
  })
})

test('a message of the registry about a change by others reaches the lender too', async () => {
  const loan = await running()
  app.custody.registry.changeByOthers({
    name: loan.owner.name,
    who: 'URS Admin',
    caseId: 'URS-1',
    reason: 'URS lock',
  })
  await custody.underWay() // Something is under way, so the minute counts.

  await custody.poll()

  // The check that follows mails the new status too; either mail may come first.
  const told = () =>
    app.inbox
      .mails()
      .filter(({ to }) => to.includes(loan.lender.email))
      .filter(({ subject }) => subject.includes('was changed at the registry'))
      .map(({ text }) => text)
  await expect.poll(told).toContainEqual(expect.stringContaining('a change by someone else'))
  expect(told().join()).not.toContain('URS')
})

test('a renewal that the balance does not cover is told to the lender, without what is on it', async () => {
  const loan = await running()
  await drain(loan)
  await endsIn(loan, 20)

  await renewalDay(loan)

  const mail = await app.mailTo(loan.lender.email, 'Renewal not paid')
  expect(mail.text).toContain('is too low')
  expect(mail.text).not.toContain('missing')
  expect(await actionsOf(loan)).toContain('renewalUnpaid')

  await endsIn(loan, 4)
  await renewalDay(loan)
  await app.mailTo(loan.lender.email, 'renewed until')
  expect(await actionsOf(loan)).toContain('renewed')
})

test('a renewal that the registry refuses is told to the lender', async () => {
  const loan = await running()
  await endsIn(loan, 44)
  app.custody.registry.fail({ kind: 'refuse', command: 'renew', code: 2105 })

  await renewalDay(loan)

  const mail = await app.mailTo(loan.lender.email, 'The renewal failed')
  expect(mail.text).toContain('Its registration ends on')
  await until(async () => (await actionsOf(loan)).includes('renewalFailed'))
})

test('nameservers that the borrower changes before the loan is paid are told to the lender, and that they were refused', async () => {
  const loan = await agreed()
  const other = someName()
  await app.custody.other.addName({ name: other })
  const edit = (nameservers: string[]) =>
    loan.owner.browser.post(`/domains/${loan.owner.id}/editNS`, { nameservers })

  expect((await edit([`ns1.${other}`, `ns2.${other}`])).statusCode).toBe(200)
  const mail = await app.mailTo(loan.lender.email, `is changing the nameservers to ns1.${other}`)
  expect(mail.text).toContain('The domain stays in our custody and locked')

  await edit(['ns1.nowhere-at-all.example', `ns2.${other}`])
  await app.mailTo(loan.lender.email, 'Nameserver change rejected')
  expect(await actionsOf(loan)).toEqual(
    expect.arrayContaining(['nameservers', 'nameserversRefused']),
  )
})

test('the lender of a loan that has ended is told nothing', async () => {
  const loan = await running()
  await loan.as('LENDER').submit('finalize')
  registryDomain(loan).statuses.add('serverHold')

  await check(loan)
  await app.mailTo(loan.owner.email, 'was changed at the registry')

  expect((await noticesOf(loan)).filter((body) => body.includes('registry'))).toEqual([])
  expect(await actionsOf(loan)).not.toContain('nameDrift')
})

test('of a secret hold neither side hears, nor does the card of the name show it', async () => {
  const loan = await running()
  const officer = await operators.operator('case_officer', 'compliance', 'approver')
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
  const document = { name: 'Order.pdf', data: pdf.toString('base64') }
  const kept = (await officer.post('/documents', document)).json<{ id: string }>()
  await until(async () => (await actionsOf(loan)).includes('writeLetter'))
  const before = await countTold(loan)
  const name = (await loan.as('LENDER').get('/name')).json<object>()

  const hold = { domain: loan.owner.name, kind: 'court', is_secret: true, document_id: kept.id }
  const reply = await officer.post('/holds', { ...hold, reason: 'An order that may not be told' })
  expect(reply.statusCode).toBe(201)
  await check(loan)

  expect(await countTold(loan)).toEqual(before)
  const after = (await loan.as('LENDER').get('/name')).json<{ checked_at: string }>()
  expect(after).toEqual({ ...name, checked_at: after.checked_at })
})

/** Notices and mails of both sides. */
const countTold = async ({ owner, lender }: Loan) =>
  custody.rows(
    `select (select count(*) from notifications where user_id = users.id) as notices,
       (select count(*) from mails where user_id = users.id) as mails
     from users where email = any($1) order by email`,
    [[owner.email, lender.email]],
  )

import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { givenOperators } from '../../../../test/given/given-operators.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }

let host = 0
const send = (body: object, address = `203.0.113.${++host}`) =>
  app.inject({
    method: 'POST',
    url: '/api/reports',
    payload: body,
    headers: { 'x-forwarded-for': address },
  })
const theft = (domain: string) => ({
  kind: 'theft',
  domain,
  contact: 'owner@stolen.example',
  statement: 'It was moved out of my account on the second of May.',
})

test('a theft is reported without a login, is read by an operator, and closed once', async () => {
  const loan = await given.running()
  const { name } = loan.domain
  expect((await send(theft(`  ${name.toUpperCase()}.`))).statusCode).toBe(204)
  const compliance = await given.operator('compliance')

  const queue = await compliance.get(`/queues/risk?state=${encodeURIComponent('Theft report')}`)
  const { rows } = queue.json<{ rows: { id: string; at_risk: number; title: string }[] }>()
  expect(rows).toMatchObject([{ title: name, at_risk: 30_000 }])
  const id = rows[0]?.id
  expect((await compliance.get(`/reports/${id}`)).json()).toMatchObject({
    kind: 'theft',
    contact: 'owner@stolen.example',
    escrow_id: loan.id,
    domains: [{ status: 'IN_ESCROW' }],
    others: 0,
  })
  const finance = await given.operator('finance')
  expect((await finance.get(`/reports/${id}`)).statusCode).toBe(403)

  expect((await compliance.post(`/reports/${id}/close`)).statusCode).toBe(204)
  expect((await compliance.post(`/reports/${id}/close`)).statusCode).toBe(404)
  expect((await compliance.get(`/reports/${id}`)).json()).toMatchObject({
    closed_by: compliance.name,
  })
})

test('what is no name, says nothing or comes too often is refused', async () => {
  expect((await send(theft('not a name'))).json()).toMatchObject({ code: 'domain_invalid' })
  expect((await send({ ...theft('some.com'), statement: 'stolen' })).statusCode).toBe(400)
  expect((await send({ ...theft('some.com'), contact: 'nobody' })).statusCode).toBe(400)
  const sent = []
  for (let tries = 0; tries < 6; tries++) {
    sent.push((await send(theft(`name-${tries}.com`), '198.51.100.200')).statusCode)
  }
  expect(sent).toEqual([204, 204, 204, 204, 204, 429])
})

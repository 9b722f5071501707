import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { givenOperators, reason } from '../../../../test/given/given-operators.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenOperators(app)
const rows = async (text: string, values: unknown[] = []) =>
  (await app.database.owner.pool.query(text, values)).rows as { [column: string]: unknown }[]

async function deadJob(name: string, data: object): Promise<string> {
  const [row] = await rows(
    `insert into dead_jobs (queue_job_id, name, data, error, died_at)
     values ($1, $2, $3, '{"message":"relay away"}', app_now()) returning id`,
    [randomUUID(), name, data],
  )
  return String(row?.id)
}

test('a dead letter is sent again as it was, once, whoever presses at the same time', async () => {
  const { email } = await app.given.user()
  const [mail] = await rows(
    `insert into mails (to_address, kind, page, created_at) values
     ($1, 'test', '{"subject":"From the dead","heading":"Here","paragraphs":["It came."]}', app_now())
     returning id`,
    [email],
  )
  const id = await deadJob('notifications.send-mail', { mailId: mail?.id })
  const [one, other] = [await given.operator('support'), await given.operator('admin')]
  expect((await one.get(`/jobs/${id}`)).json()).toMatchObject({
    name: 'notifications.send-mail',
    data: { mailId: mail?.id },
    error: '{"message":"relay away"}',
    can_retry: true,
  })

  const pressed = await Promise.all([
    one.post(`/jobs/${id}/retry`),
    other.post(`/jobs/${id}/retry`),
  ])

  expect(pressed.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  await app.mailTo(email, 'From the dead')
  const sent = app.inbox.mails().filter(({ subject }) => subject === 'From the dead')
  expect(sent).toHaveLength(1)
  await until(async () => (await one.get('/queues/jobs')).json<{ total: number }>().total === 0)
  expect(await rows('select reason from audit_log where subject = $1', [id])).toEqual([{ reason }])
})

test('one that needs nothing more is settled by an admin, not by support', async () => {
  const id = await deadJob('platform.clean-up', {})
  const support = await given.operator('support')
  const admin = await given.operator('admin')

  expect((await support.post(`/jobs/${id}/resolve`)).json()).toMatchObject({
    code: 'operator_role',
  })
  expect((await admin.post(`/jobs/${id}/resolve`)).json()).toMatchObject({
    resolution: 'resolved',
    can_retry: false,
  })
  expect((await admin.post(`/jobs/${id}/retry`)).json()).toMatchObject({ code: 'job_settled' })
})

test('a job that the product no longer has, or that is not there, is not sent', async () => {
  const id = await deadJob('gone.job', {})
  const admin = await given.operator('admin')

  expect((await admin.post(`/jobs/${id}/retry`)).json()).toMatchObject({ code: 'desk_refused' })
  expect((await admin.get(`/jobs/${randomUUID()}`)).statusCode).toBe(404)
  const silent = await admin.call('POST', `/jobs/${id}/retry`, {})
  expect(silent.statusCode).toBe(400)
})

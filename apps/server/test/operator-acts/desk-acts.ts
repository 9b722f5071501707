import { randomUUID } from 'node:crypto'
import type { Scenes, World } from './world.ts'

const nowhere = randomUUID()

const deadJob = ({ insert }: World) =>
  insert(
    `insert into dead_jobs (queue_job_id, name, data, error, died_at)
     values ($1, 'notifications.send-mail', $2, '{"message":"relay away"}', app_now())`,
    [randomUUID(), { mailId: randomUUID() }],
  )

/** A renewal whose outcome is unknown. */
async function stuckCommand({ held, insert }: World): Promise<string> {
  const { id } = await held()
  return insert(
    `insert into registrar_commands (domain_id, kind, input, state, error, created_at, settled_at)
     values ($1, 'renew', $2, 'stuck', 'The expiry date changed', app_now(), app_now())`,
    [id, { renewalId: randomUUID() }],
  )
}

const contactMessage = ({ insert }: World) =>
  insert(
    `insert into contact_messages (name, email, topic, message, created_at)
     values ('Oona Kallio', 'oona@kallio.example', 'other', 'Do you hold names under .fi?', app_now())`,
  )

/** Jobs, the registrar, messages to us and reports. */
export const deskActs = {
  'POST /operator/jobs/:id/retry': async (world) => {
    const id = await deadJob(world)
    return { by: world.staff.support, path: `/jobs/${id}/retry`, subject: id }
  },
  'POST /operator/jobs/:id/resolve': async (world) => {
    const id = await deadJob(world)
    return { by: world.staff.admin, path: `/jobs/${id}/resolve`, subject: id }
  },
  'POST /operator/transfers/:id/resolve': async ({ staff, app, given, rows }) => {
    const { browser } = await app.given.verifiedUser()
    const domain = await given.verifiedDomain(browser)
    await given.transfer(domain.id, { direction: 'in', state: 'requested' })
    const [row] = await rows('select id from transfers where domain_id = $1', [domain.id])
    const id = String(row?.id)
    const path = (of: string) => `/transfers/${of}/resolve`
    const refused = { path: path(nowhere) }
    return { by: staff.support, path: path(id), body: { step: 'wait' }, subject: id, refused }
  },
  'POST /operator/commands/:id/retry': async (world) => {
    const id = await stuckCommand(world)
    const refused = { path: `/commands/${nowhere}/retry` }
    return { by: world.staff.support, path: `/commands/${id}/retry`, subject: id, refused }
  },
  'POST /operator/commands/:id/resolve': async (world) => {
    const id = await stuckCommand(world)
    const body = { outcome: 'failed' }
    return { by: world.staff.case_officer, path: `/commands/${id}/resolve`, body, subject: id }
  },
  'POST /operator/registrar-events/:id/resolve': async ({ staff, insert }) => {
    const id = await insert(
      `insert into registrar_events (registrar, event_key, kind, detail, received_at, handled_at,
         problem) values ('test', $1, 'other', '{}', app_now(), app_now(), 'Not understood')`,
      [randomUUID()],
    )
    return { by: staff.support, path: `/registrar-events/${id}/resolve`, subject: id }
  },
  'POST /operator/alarms/:id/resolve': async ({ staff, held, insert }) => {
    const domain = await held()
    const id = await insert(
      `insert into custody_alarms (domain_id, kind, detail, created_at)
       values ($1, 'nameservers', 'Others than we set', app_now())`,
      [domain.id],
    )
    const body = { is_accepted: false }
    return { by: staff.case_officer, path: `/alarms/${id}/resolve`, body, subject: id }
  },
  'POST /operator/valuations': async ({ staff, held }) => {
    const { name: domain } = await held()
    const body = { domain, amount: 12_500, source: 'Sale of a like name' }
    const refused = { body: { ...body, domain: 'not a name' } }
    return { by: staff.finance, path: '/valuations', body, subject: domain, refused }
  },
  'POST /operator/contact/:id/answer': async (world) => {
    const id = await contactMessage(world)
    const body = { text: 'Yes, you can. It has to be sixty days old to move.' }
    return { by: world.staff.support, path: `/contact/${id}/answer`, body, subject: id }
  },
  'POST /operator/contact/:id/close': async (world) => {
    const id = await contactMessage(world)
    return { by: world.staff.support, path: `/contact/${id}/close`, subject: id }
  },
  'POST /operator/reports/:id/close': async ({ staff, held, insert }) => {
    const { name } = await held()
    const id = await insert(
      `insert into reports (kind, domain, contact, statement, created_at)
       values ('theft', $1, 'owner@stolen.example', 'It was moved out in May.', app_now())`,
      [name],
    )
    return { by: staff.compliance, path: `/reports/${id}/close`, subject: id }
  },
} satisfies Scenes

/** Users, and what operators do for them. */
export const userActs = {
  'POST /operator/users/:id/open': async ({ staff, user }) => {
    const { id } = await user()
    const refused = { path: `/users/${nowhere}/open` }
    return { by: staff.finance, path: `/users/${id}/open`, subject: id, refused }
  },
  'POST /operator/users/:id/freeze': async ({ staff, user }) => {
    const { id } = await user()
    return { by: staff.support, path: `/users/${id}/freeze`, subject: id }
  },
  'POST /operator/users/:id/unfreeze': async ({ staff, user }) => {
    const { id } = await user()
    await staff.support.post(`/users/${id}/freeze`)
    return { by: staff.compliance, path: `/users/${id}/unfreeze`, subject: id }
  },
  'POST /operator/users/:id/messages': async ({ staff, user }) => {
    const { id } = await user()
    const body = { subject: 'About your question', text: 'We have looked at it.' }
    const path = (of: string) => `/users/${of}/messages`
    const refused = { path: path(nowhere) }
    return { by: staff.support, path: path(id), body, subject: id, refused }
  },
  'PUT /operator/users/:id/email': async ({ staff, user }) => {
    const { id } = await user()
    const body = { email: `${randomUUID().slice(0, 8)}@new.example` }
    return { by: staff.compliance, path: `/users/${id}/email`, body, subject: id }
  },
  'POST /operator/users/:id/email/keep': async ({ staff, user }) => {
    const { id } = await user()
    const email = `${randomUUID().slice(0, 8)}@new.example`
    await staff.compliance.put(`/users/${id}/email`, { email })
    return { by: staff.support, path: `/users/${id}/email/keep`, subject: id }
  },
} satisfies Scenes

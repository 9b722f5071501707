import { invariant } from '../../src/platform/app-error.ts'
import type { Scenes, World } from './world.ts'

const payoutAddress = {
  crypto_network: 'USDT on Tron',
  crypto_address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
}

/** A withdrawal that waits for a person. How it gets there is tested elsewhere. */
async function withdrawal({ user, rows }: World, state: 'approval' | 'payout'): Promise<string> {
  const { id: userId, browser } = await user()
  await rows(
    `select post_entry($1, 'top_up', $2, null, '{available,crypto_clearing}', '{60000,-60000}')`,
    [`test:${userId}`, userId],
  )
  const body = { amount: 600, ...payoutAddress }
  const reply = await browser.post('/transactions/withdrawals', body)
  invariant(reply.statusCode === 201, `given: got ${reply.statusCode}: ${reply.body}`)
  const { id } = reply.json<{ id: string }>()
  await rows('update withdrawals set state = $2 where transaction_id = $1', [id, state])
  return id
}

const unmatched = ({ insert }: World) =>
  insert(
    `insert into payment_events (provider, event_key, type, body, received_at, handled_at, problem)
     values ('crypto', gen_random_uuid(), 'finished', '{"payment_id":1}', app_now(), app_now(),
       'belongs to no top-up')`,
  )

/** The ledger, payments and withdrawals. */
export const moneyActs = {
  'POST /operator/payment-events/:id/resolve': async (world) => {
    const id = await unmatched(world)
    const path = (of: string) => `/payment-events/${of}/resolve`
    const refused = { path: path('999999') }
    return { by: world.staff.finance, path: path(id), subject: `payment-event:${id}`, refused }
  },
  'POST /operator/payment-events/:id/retry': async (world) => {
    const id = await unmatched(world)
    const path = (of: string) => `/payment-events/${of}/retry`
    const refused = { path: path('999999') }
    return { by: world.staff.finance, path: path(id), subject: `payment-event:${id}`, refused }
  },
  'POST /operator/payment-events/look-up': async ({ staff }) => ({
    by: staff.finance,
    path: '/payment-events/look-up',
    body: { payment_id: '5077125051' },
    subject: ({ id }) => `payment-event:${id}`,
    refused: { body: { payment_id: 'none' } },
  }),
  'POST /operator/withdrawals/:id/approve': async (world) => {
    const id = await withdrawal(world, 'approval')
    return { by: world.staff.finance, path: `/withdrawals/${id}/approve`, subject: id }
  },
  'POST /operator/withdrawals/:id/refuse': async (world) => {
    const id = await withdrawal(world, 'approval')
    return { by: world.staff.finance, path: `/withdrawals/${id}/refuse`, subject: id }
  },
  'POST /operator/withdrawals/:id/address': async (world) => {
    const early = await withdrawal(world, 'approval')
    const id = await withdrawal(world, 'payout')
    const refused = { path: `/withdrawals/${early}/address` }
    return { by: world.staff.finance, path: `/withdrawals/${id}/address`, subject: id, refused }
  },
  'POST /operator/withdrawals/:id/paid': async (world) => {
    const id = await withdrawal(world, 'payout')
    const body = { reference: 'f00dcafe', network_cost: 1.5 }
    return { by: world.staff.finance, path: `/withdrawals/${id}/paid`, body, subject: id }
  },
  'POST /operator/adjustments': async ({ staff, user }) => {
    const { id } = await user()
    const pair = { from: 'platform_revenue', to: 'available', amount: 5, words: 'Taken twice' }
    const what = { path: '/adjustments', body: { user_id: id, ...pair }, refused: { body: pair } }
    return { by: staff.finance, isKey: true, subject: id, ...what }
  },
  'POST /operator/reconciliation': async ({ staff }) => ({
    by: staff.finance,
    path: '/reconciliation',
    subject: 'reconciliation',
    refused: { body: { reason: 'short' } },
  }),
} satisfies Scenes

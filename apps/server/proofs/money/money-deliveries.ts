import { randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Payments } from '@pier/stand-ins/payments/payments'

/** One HTTP request that a provider, or an impostor, makes. */
export type Delivery = {
  path: string
  header: [string, string]
  body: string
  isForged: boolean
}

type Told = { path: string; headerName: string; body: string; sign: () => string }

/** All provider events except those of lost payments; the first of a coin payment is never lost. */
export function listTold(payments: Payments, isLost: (name: string) => boolean): Told[] {
  const cards = payments.card.events().map(({ payload }) => ({
    name: nameIn(payload),
    told: {
      path: '/webhooks/stripe',
      headerName: 'stripe-signature',
      body: payload,
      sign: () => payments.card.sign(payload),
    },
  }))
  const seen = new Set<string>()
  const coins = payments.crypto.ipns().map(({ body, signature }) => {
    const { order_id, payment_id } = JSON.parse(body) as { order_id: string; payment_id: number }
    const isFirst = !seen.has(String(payment_id))
    seen.add(String(payment_id))
    return {
      name: isFirst ? '' : order_id,
      told: {
        path: '/webhooks/nowpayments',
        headerName: 'x-nowpayments-sig',
        body,
        sign: () => signature,
      },
    }
  })
  return [...cards, ...coins].filter(({ name }) => !isLost(name)).map(({ told }) => told)
}

/** The top-up that a card event belongs to, if it says so. */
const nameIn = (payload: string) => /"transaction_id":"([\w-]{36})"/.exec(payload)?.[1] ?? ''

/** Each once to `copiesMax` times, mostly few, mixed with forgeries, in random order. */
export function multiply(told: Told[], copiesMax: number): (() => Delivery)[] {
  const all = told.flatMap((one) => {
    const copies = 1 + Math.floor(copiesMax * Math.random() ** 6)
    const forged = Array.from({ length: randomInt(10) === 0 ? 2 : 0 }, () => () => forge(one))
    return [...Array.from({ length: copies }, () => () => repeat(one)), ...forged]
  })
  for (let index = all.length - 1; index > 0; index--) {
    const other = randomInt(index + 1)
    const [a, b] = [all[index], all[other]]
    if (a && b) [all[index], all[other]] = [b, a]
  }
  return all
}

const repeat = ({ path, headerName, body, sign }: Told): Delivery => ({
  path,
  header: [headerName, sign()],
  body,
  isForged: false,
})

/** With a genuine signature of another body, an invented one, or practically none. */
function forge({ path, headerName, body, sign }: Told): Delivery {
  const forgeries = [
    { body: body.replace(/(\d)/, (digit) => String((Number(digit) + 1) % 10)), signature: sign() },
    { body, signature: sign().replace(/[0-9a-f]{8}$/, 'deadbeef') },
    { body: `${body.slice(0, -1)},"extra":1}`, signature: sign() },
    { body, signature: 't=1,v1=0' },
  ]
  const { body: text, signature } = forgeries[randomInt(forgeries.length)] ?? {
    body,
    signature: '',
  }
  return { path, header: [headerName, signature], body: text, isForged: true }
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

function post(url: string, { header: [name, value], body }: Delivery): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      [name]: value,
    }
    const sent = request(url, { method: 'POST', agent, headers, timeout: 10_000 }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode ?? 0))
    })
    sent.once('error', reject).once('timeout', () => sent.destroy(new Error('timeout')))
    sent.end(body)
  })
}

export type Tally = { taken: number; refused: number; wronglyTaken: number; times: number[] }

/** Delivers until every genuine one is accepted, as a provider would; a dead node is retried. */
export async function deliverAll(
  deliveries: (() => Delivery)[],
  { baseOf, tally, lanes = 24 }: { baseOf: () => string; tally: Tally; lanes?: number },
): Promise<void> {
  let next = 0
  const work = async () => {
    for (let make = deliveries[next++]; make; make = deliveries[next++]) {
      await deliver(make, { baseOf, tally })
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
}

async function deliver(
  make: () => Delivery,
  { baseOf, tally }: { baseOf: () => string; tally: Tally },
): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const delivery = make()
    const startedAt = performance.now()
    const status = await post(`${baseOf()}/api${delivery.path}`, delivery).catch(() => 0)
    if (delivery.isForged && status === 400) {
      tally.refused++
      return
    }
    if (status === 200) {
      tally.times.push(performance.now() - startedAt)
      if (delivery.isForged) tally.wronglyTaken++
      else tally.taken++
      return
    }
    await sleep(50)
  }
  throw new Error('A delivery was never answered')
}

import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'

export type Delivery = {
  url: string
  body: string
  /** Created for each attempt, because a signature contains its time. */
  headers: () => Record<string, string>
  /** Kept up to date while the delivery runs. */
  outcome: DeliveryOutcome
}
export type DeliveryOutcome = { attempts: number; delivered: boolean }

export type DeliveryOptions = {
  timeoutMs: number
  retryDelaysMs?: number[] | undefined
}

const retriesOverAMinuteMs = [1000, 3000, 8000, 16_000, 32_000]
const atOnceMax = 32

export type Deliveries = ReturnType<typeof createDeliveries>

/** Posts webhooks in the background, a few at once, and retries those not accepted. */
export function createDeliveries({ timeoutMs, retryDelaysMs }: DeliveryOptions) {
  const delaysMs = retryDelaysMs ?? retriesOverAMinuteMs
  const agents = createAgents()
  const timers = new Set<NodeJS.Timeout>()
  const queue: Delivery[] = []
  let idlers: (() => void)[] = []
  let running = 0
  let isClosed = false

  const isIdle = () => running === 0 && queue.length === 0 && timers.size === 0
  const tellIdlers = () => {
    if (!isIdle()) return
    for (const resolve of idlers) resolve()
    idlers = []
  }
  const retryLater = (delivery: Delivery) => {
    const delayMs = delaysMs[delivery.outcome.attempts - 1]
    if (delayMs === undefined || isClosed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      send(delivery)
    }, delayMs)
    timers.add(timer)
  }
  const run = async (delivery: Delivery) => {
    delivery.outcome.attempts += 1
    delivery.outcome.delivered = await post(delivery, { timeoutMs, agents }).catch(() => false)
    if (!delivery.outcome.delivered) retryLater(delivery)
    running -= 1
    startNext()
    tellIdlers()
  }
  const startNext = () => {
    const delivery = running < atOnceMax ? queue.shift() : undefined
    if (!delivery) return
    running += 1
    void run(delivery)
  }
  const send = (delivery: Delivery): void => {
    if (isClosed) return
    queue.push(delivery)
    startNext()
  }

  return {
    send,
    /** Settles once every delivery was accepted or given up. */
    idle: (): Promise<void> =>
      isIdle() ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve)),
    close: (): void => {
      isClosed = true
      agents.destroy()
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      queue.length = 0
      tellIdlers()
    },
  }
}

type Way = { timeoutMs: number; agents: ReturnType<typeof createAgents> }

/** Plain requests over kept connections: `fetch` costs several times as much. */
function post({ url, body, headers }: Delivery, { timeoutMs, agents }: Way): Promise<boolean> {
  const isSecure = url.startsWith('https:')
  const [request, agent] = isSecure ? [requestHttps, agents.https] : [requestHttp, agents.http]
  const length = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }

  return new Promise((resolve) => {
    let status = 0
    const options = { method: 'POST', agent, headers: { ...length, ...headers() } }
    const outgoing = request(url, options, (reply) => {
      status = reply.statusCode ?? 0
      reply.resume() // Gives the connection back to the pool.
    })
    const timer = setTimeout(() => outgoing.destroy(new Error('Too slow')), timeoutMs)
    outgoing.once('error', () => (status = 0)) // Not reachable: to be retried.
    outgoing.once('close', () => {
      clearTimeout(timer)
      resolve(status >= 200 && status < 300) // A redirect is a failure, as with the real ones.
    })
    outgoing.end(body)
  })
}

function createAgents() {
  const options = { keepAlive: true, maxSockets: atOnceMax }
  const http = new HttpAgent(options)
  const https = new HttpsAgent(options)
  const destroy = () => {
    http.destroy()
    https.destroy()
  }
  return { http, https, destroy }
}

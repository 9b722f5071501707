/** Many people who log in at once, again and again, each from an address that nobody has used. */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const password = 'seven quiet hens'
/** Who is told to come back does so. */
const comeBackMs = 100

type Answer = { status: number; retryAfter?: string | undefined }

/** People with a password, registered as people are. */
export async function registerPeople(port: number, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, () => `${randomUUID()}@mail.example`)
  const register = async (email: string) => {
    const person = { name: 'Mara Lindqvist', email, password }
    const { status } = await post(port, '/api/users/register', person)
    if (status !== 200) throw new Error(`A registration was answered ${status}`)
  }
  await Promise.all(emails.map(register))
  return emails
}

/** One connection of each person. What is no login and no "come back" is counted as wrong. */
export function startStorm(port: number, emails: string[]) {
  const counts = { loggedIn: 0, toldToComeBack: 0, wrong: 0 }
  const stopping = new AbortController()
  const logInAgainAndAgain = async (email: string) => {
    while (!stopping.signal.aborted) {
      const { status, retryAfter } = await post(port, '/api/users/login', { email, password })
      if (status === 200) counts.loggedIn += 1
      else {
        counts[status === 503 && retryAfter ? 'toldToComeBack' : 'wrong'] += 1
        await sleep(comeBackMs)
      }
    }
  }
  const people = Promise.all(emails.map(logInAgainAndAgain))
  return {
    counts,
    async stop() {
      stopping.abort()
      await people
    },
  }
}

let calls = 0

/**
 * On a connection of its own, as of somebody who comes to the page of the login. Status 0: no answer
 * at all.
 */
function post(port: number, path: string, fields: object): Promise<Answer> {
  const body = JSON.stringify(fields)
  calls += 1
  const headers = {
    connection: 'close',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': `${11 + ((calls >> 16) & 63)}.${(calls >> 8) & 255}.${calls & 255}.7`,
  }
  return new Promise((resolve) => {
    const asked = request({ port, path, method: 'POST', headers, agent: false })
    asked.on('response', (reply) => {
      reply.resume()
      const retryAfter = reply.headers['retry-after']
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, retryAfter }))
      reply.on('error', () => resolve({ status: 0 }))
    })
    asked.on('error', () => resolve({ status: 0 }))
    asked.end(body)
  })
}

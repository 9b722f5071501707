import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { flatPng } from '../../apps/server/test/bombs/png.ts'
import { queryDatabase } from '../local/stack.ts'
import { makeNewer } from './newer.ts'
import { openConnection } from './parts.ts'
import { runInImage, type Sandbox } from './sandbox.ts'
import { nodes, startNode, type Node, type Roots, type Town } from './town.ts'
import { walkInBrowser } from './walk.ts'

type Counted = { asked: number; slowestMs: number; failures: string[]; registered: string[] }

/** The pages and calls that visitors use; the same for all, so that a wrong answer shows. */
const looks = ['/', '/domains', '/api/listings']

/**
 * Replaces every process by a newer version, over a migration, while people register and read through
 * the front, two of them in a browser.
 */
export async function upgradeUnderLoad(
  town: Town,
  {
    roots,
    running,
    visitors,
    calmMs,
    goesBack,
  }: {
    roots: Roots
    running: Record<Node, Sandbox>
    visitors: number
    calmMs: number
    /** To the older version again, in the other order, on the newer schema. */
    goesBack: boolean
  },
) {
  const counted: Counted = { asked: 0, slowestMs: 0, failures: [], registered: [] }
  const leaving = new AbortController()
  const people = Array.from({ length: visitors }, () => visit(town, counted, leaving.signal))
  const walk = walkInBrowser(town.origin, leaving.signal)
  walk.catch(() => {}) // It is waited for in the end.
  await sleep(calmMs)
  const newer = makeNewer(town.folder, roots)
  const { logFile, socket: binds } = town
  const command = ['src/pier.js', 'migrate']
  await runInImage({ root: newer.server, command, binds, logFile, env: town.env.owner })
  const replaceAll = async (by: Roots, order: readonly Node[]) => {
    for (const node of order) {
      await running[node].stop()
      await startNode(town, { roots: by, running, node })
      await sleep(calmMs / 4)
    }
    await sleep(calmMs)
  }
  await replaceAll(newer, nodes)
  if (goesBack) await replaceAll(roots, nodes.toReversed())
  leaving.abort()
  await Promise.all(people)
  const walked = await walk
  counted.failures.push(...walked.failures.map((failure) => `browser: ${failure}`))
  if (walked.versions.size < 2) counted.failures.push('the browser saw one version alone')

  const columns = await queryDatabase(
    town.databaseUrl,
    `select from information_schema.columns where column_name = 'of_a_newer_version'`,
  )
  if (columns.length !== 1) throw new Error('the newer version did not change the schema')
  return { ...counted, pages: walked.pages, mailsLost: await countLost(town, counted.registered) }
}

/** Somebody who registers and reads, with a new address each time: limits count by address. */
async function visit(town: Town, counted: Counted, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const from = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`
    const browser = openConnection(town.origin, { ca: town.ca, from })
    const email = `${randomUUID().slice(0, 12)}@mail.example`
    const person = { name: 'Mara Lindqvist', email, password: 'quiet harbour lantern' }
    const asked = [
      () => browser.ask('POST', '/api/users/register', person),
      ...looks.map((path) => () => browser.ask('GET', path)),
    ]
    for (const [index, ask] of asked.entries()) {
      const what = index === 0 ? 'register' : looks[index - 1]
      const startedAt = performance.now()
      counted.asked++
      const answer = await ask().catch((error: unknown) => ({ status: 0, text: String(error) }))
      counted.slowestMs = Math.max(counted.slowestMs, performance.now() - startedAt)
      if (answer.status !== 200) {
        counted.failures.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`)
      } else if (index === 0) counted.registered.push(email)
      await sleep(50)
    }
    browser.close()
  }
}

/** Pictures are opened in a process of their own, which an image could lack the parts for. */
export async function savePicture(town: Town): Promise<number> {
  const browser = openConnection(town.origin, { ca: town.ca, from: '127.0.0.2' })
  const email = `${randomUUID()}@mail.example`
  const person = { name: 'Tomás Ferreira', email, password: 'quiet harbour lantern' }
  const registered = await browser.ask('POST', '/api/users/register', person)
  const { token } = JSON.parse(registered.text) as { token: string }
  const pfp = `data:image/png;base64,${flatPng({ width: 64, height: 64 }).toString('base64')}`
  const { status } = await browser.ask('POST', '/api/users/profile', { pfp }, token)
  browser.close()
  return status
}

/** Everybody who registered gets one mail, whichever worker was there at the time. */
async function countLost({ inbox }: Town, registered: string[]): Promise<number> {
  for (let tries = 0; ; tries++) {
    const reached = new Set(inbox.mails().flatMap(({ to }) => to))
    const lost = registered.filter((email) => !reached.has(email))
    if (lost.length === 0 || tries === 60) return lost.length
    await sleep(1000)
  }
}

/** Tabs that stay open: each opens its stream again when it ends, from the last event that it has. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readEvents, type ReadEvent } from '../../test/event-reader.ts'
import type { ApiNode } from '../../test/node.ts'
import { until } from '../custody/custody-house.ts'
import type { Pair, Visitor } from './load-people.ts'

export type Tab = Awaited<ReturnType<typeof openTab>>

/** Both sides of each loan, on one process and on the other. */
export async function openTabs(pairs: Pair[], nodes: readonly [ApiNode, ApiNode]): Promise<Tab[]> {
  const tabs: Tab[] = []
  for (const { loanId, sides } of pairs) {
    for (const [place, visitor] of sides.entries()) {
      tabs.push(await openTab(nodes[place === 0 ? 0 : 1], visitor, loanId))
    }
  }
  return tabs
}

async function openTab(node: ApiNode, visitor: Visitor, loanId: string) {
  const heard: ReadEvent[][] = []
  const stopping = new AbortController()
  let stopNow = () => {}
  const keepOpen = async () => {
    while (!stopping.signal.aborted) {
      const stream = await openStream(node, visitor, lastIdOf(heard)).catch(() => undefined)
      if (stream) {
        heard.push(stream.events)
        stopNow = stream.stop
        await stream.ended
      }
      if (!stopping.signal.aborted) await sleep(500)
    }
  }
  const running = keepOpen()
  await until('a stream is open', () => heard.some((events) => events.length > 0), { everyMs: 10 })
  return {
    loanId,
    /** How often it was told of its loan, and how many of these tell of the same event again. */
    count() {
      const ids = heard.flat().flatMap(({ id, event, data }) => {
        const { escrow_id: about } = (data ?? {}) as { escrow_id?: string }
        return id && event === 'loans' && about === loanId ? [id] : []
      })
      return { told: new Set(ids).size, again: ids.length - new Set(ids).size }
    },
    async stop() {
      stopping.abort()
      stopNow()
      await running
    },
  }
}

export async function openStream(node: ApiNode, visitor: Visitor, after?: string) {
  const { token, cookie, address } = await visitor.fresh(node)
  return readEvents(`${node.base}/api/events`, {
    'x-access-token': token,
    'x-forwarded-for': address,
    cookie,
    ...(after && { 'last-event-id': after }),
  })
}

const lastIdOf = (heard: ReadEvent[][]): string | undefined =>
  heard.flat().findLast(({ id }) => id !== undefined)?.id

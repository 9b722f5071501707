import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { wholePage } from '../../src/whole-page.ts'
import { openPageStore, type StoreLimits } from './page-store.ts'
import { type RenderedPage, readPage } from './rendered-page.ts'
import { type Freshness, freshnessOf, isShareable, keptMs } from './shareable.ts'

/** Makes a page of what it is given, and of nothing else. */
export type AnswerPage = (request: Request) => Promise<Response>

type Settings = {
  answerPage: AnswerPage
  /** The origin that pages see, as in `http://pier.example`. */
  origin: string
  patternOf: (path: string) => string
} & Partial<StoreLimits>

/** The visitor for whom something is read: the API counts it to their limit, and traces name it. */
export type Cause = { requestId: string; headers: IncomingHttpHeaders }

/** Where making a page took longer and failed, the API is slow: nobody waits for one more try. */
const waitMsMost = 1000

type Found = { page: RenderedPage; isKept: boolean }
type Store = ReturnType<typeof openPageStore>
type Asked = { url: string; freshness: Freshness; cause: Cause }

/**
 * Pages that all visitors share. A page is rendered from its address alone and cut where its answers
 * differ, at the nonce and the request id; each answer gets its own. Only a whole page with status
 * 200 is kept, and one visitor's failure is never another one's answer.
 */
export function openSharedPages(settings: Settings) {
  const { patternOf, pagesMax = 500, bytesMax = 48 * 1024 * 1024 } = settings
  const store = openPageStore({ pagesMax, bytesMax })
  const coming = new Map<string, Promise<Found | null>>()

  /** One at a time for each address: whoever comes while it is made waits for the same page. */
  function make(asked: Asked): Promise<Found | null> {
    const making = makeAlone(settings, store, asked)
      .catch((error: unknown) => {
        console.error({ requestId: asked.cause.requestId, error })
        return null // Each visitor then gets a page of their own.
      })
      .finally(() => coming.delete(asked.url))
    coming.set(asked.url, making)
    return making
  }

  return {
    /** What is there at once. Where it begins to age, a newer one is made while it is sent. */
    find(request: IncomingMessage, causeOf: () => Cause): RenderedPage | undefined {
      const { url = '' } = request
      const entry = store.get(url)
      if (!entry || !isShareable(request)) return undefined
      const { page, freshness, readAtMs } = entry
      const ageMs = performance.now() - readAtMs
      if (ageMs > freshness.staleMs) return undefined
      store.touch(url, entry)
      if (ageMs > freshness.freshMs && !coming.has(url))
        void make({ url, freshness, cause: causeOf() })
      return page
    },

    /** Null where the visitor needs a page of their own. */
    async make(request: IncomingMessage, causeOf: () => Cause): Promise<RenderedPage | null> {
      const { url = '' } = request
      const freshness = isShareable(request) ? freshnessOf(patternOf(url)) : undefined
      if (!freshness) return null
      // A refusal is for whoever caused it: it may be theirs alone, as where they asked too often.
      // Those who waited for it wait once more, for one of them.
      const beganMs = performance.now()
      for (let tries = 0; tries < 2; tries++) {
        if (performance.now() - beganMs > waitMsMost) return null
        const others = coming.get(url)
        const found = await (others ?? make({ url, freshness, cause: causeOf() }))
        if (found && (found.isKept || !others)) return found.page
        if (!others) return null
      }
      return null
    },
  }
}

async function makeAlone(settings: Settings, store: Store, asked: Asked): Promise<Found | null> {
  const { url, freshness } = asked
  const before = store.get(url)
  const readAtMs = performance.now()
  // Of a page that was not there, there is nothing yet to compare with.
  const facts = before ? await readFacts(settings, asked) : null
  if (before && facts === null) return null
  const isSame = before && facts === before.facts
  if (isSame && readAtMs - before.renderedAtMs < keptMs) {
    before.readAtMs = readAtMs
    return { page: before.page, isKept: true }
  }
  const page = await render(settings, asked)
  if (page?.isShared) store.keep(url, { page, freshness, facts, renderedAtMs: readAtMs, readAtMs })
  return page && { page, isKept: page.isShared }
}

async function render(settings: Settings, { url, cause }: Asked): Promise<RenderedPage | null> {
  const asked = requestFor(settings, url, cause)
  asked.headers.set(wholePage, '1')
  return readPage(await settings.answerPage(asked), cause.requestId)
}

/** What the loaders of the page say, but for the moments at which they say it. Null where they fail. */
async function readFacts(settings: Settings, { url, cause }: Asked): Promise<string | null> {
  const fromMs = Date.now()
  const path = url === '/' ? '/_.data' : `${url}.data` // As the router names them.
  const answer = await settings.answerPage(requestFor(settings, path, cause))
  const text = await answer.text()
  const toMs = Date.now()
  const isNow = (digits: string) => Number(digits) >= fromMs && Number(digits) <= toMs
  if (answer.status !== 200) return null
  return text.replaceAll(/\b\d{13}\b/g, (digits) => (isNow(digits) ? 'now' : digits))
}

/** None of the visitor's own headers is in it: these are ours, written over theirs. */
function requestFor({ origin }: Settings, path: string, cause: Cause): Request {
  const headers = new Headers({ 'x-request-id': cause.requestId })
  for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'traceparent']) {
    const value = cause.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return new Request(`${origin}${path}`, { headers })
}

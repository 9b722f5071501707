import type { APIRequestContext } from '@playwright/test'
import { deskAndGate, expect, test } from '../steps/journey.ts'

/** Of pages made from data one or a few are as good as all. */
const samplesMax = 10
const ofData = /^\/(domains(?:\/listing)?|quote|custody)\/[^/?]+(.*)/
/** Pages of the signed-in part are made in the browser, so the server has nothing of them to read. */
const isMadeByServer = (path: string) => !/^\/(app|operator|api)(\/|$)/.test(path)

type Seen = { status: number; ids: Set<string>; links: string[] }
type Found = { from: string; to: string }

test(
  'no link of a public page, of the footer or of the site map is dead',
  deskAndGate,
  async ({ request, baseURL: given }) => {
    const baseURL = given ?? ''
    const { seen, found } = await walk(request, baseURL)

    expect(seen.size).toBeGreaterThan(20)
    const dead = found.filter(({ to }) => (seen.get(pathOf(to, baseURL))?.status ?? 0) >= 400)
    expect(dead.map(say)).toEqual([])
    const lost = found.filter(({ to }) => {
      const { hash } = new URL(to, baseURL)
      const page = seen.get(pathOf(to, baseURL))
      return hash.length > 1 && page && page.ids.size > 0 && !page.ids.has(hash.slice(1))
    })
    expect(lost.map(say), 'anchors').toEqual([])
  },
)

const say = ({ from, to }: Found) => `${from} leads to ${to}`
const pathOf = (to: string, base: string) => new URL(to, base).pathname + new URL(to, base).search

/** Reads every page from the start on, each once. Links out of the site are only looked at. */
async function walk(request: APIRequestContext, base: string) {
  const seen = new Map<string, Seen>()
  const found: Found[] = []
  const waiting = ['/', '/sitemap.xml']
  const isSample = sampler()
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(path) || !isSample(path)) continue
    const page = await read(request, path)
    seen.set(path, page)
    for (const link of page.links) {
      const to = new URL(link, new URL(path, base))
      if (to.origin === new URL(base).origin) {
        found.push({ from: path, to: to.pathname + to.search + to.hash })
        if (isMadeByServer(to.pathname)) waiting.push(to.pathname + to.search)
      } else expect(to.protocol, `${path} leads to ${link}`).toMatch(/^(https|mailto):$/)
    }
  }
  return { seen, found }
}

/** Every page of ours, and some of each kind that is made from data. */
function sampler() {
  const taken = new Map<string, number>()
  return (path: string): boolean => {
    const [, kind, rest] = ofData.exec(path) ?? []
    if (kind === undefined) return true
    const count = (taken.get(`${kind} ${rest}`) ?? 0) + 1
    taken.set(`${kind} ${rest}`, count)
    return count <= samplesMax
  }
}

async function read(request: APIRequestContext, path: string): Promise<Seen> {
  const reply = await request.get(path)
  const type = reply.headers()['content-type'] ?? ''
  const isText = /html|xml/.test(type)
  const text = isText ? (await reply.text()).replaceAll('&amp;', '&') : ''
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, value = '']) => value)
  return {
    status: reply.status(),
    ids: new Set(all(/ id="([^"]+)"/g)),
    links: [
      ...all(/<a\b[^>]* href="([^"]*)"/g),
      ...all(/<img\b[^>]* src="([^"]*)"/g),
      ...all(/<loc>([^<]*)<\/loc>/g),
    ],
  }
}

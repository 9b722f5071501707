/**
 * The directory as every API process reads it. The start of a page is looked up in a map of how
 * many listings each block of numbers has, reloaded when it is older than 0.4 seconds. So any page
 * costs the same, at a thousand listings and at ten million, and the count is exact.
 */
import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { readClock } from '../../../platform/db/database.ts'
import type { HotDb } from '../../../platform/db/hot-reads.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import { keepFresh } from '../../../platform/keep-fresh.ts'
import {
  countMatching,
  listMatching,
  readBlocks,
  readNewestAsText,
  type Card,
  type Filters,
  type Sort,
} from './directory.repository.ts'
import { filtersOf, type Wanted } from './read-wanted.ts'

const mapAgeMsMax = 400
const pageAgeMsMax = 500
const countAgeMsMax = 5000
/** Of the first pages, which are read the most. A page of a hundred has some 40 kB. */
const pageKeptMax = 500
const pagesMax = 400
const countsMax = 500
const matchesMax = 10_000

type Place = { page: number; limit: number }
type Found = { cards: Card[]; total: number; isCapped: boolean }
/** What is sent, and what it is recognised by where many ask for it again. */
export type Answer = { body: Buffer; tag?: string }

export function openDirectory(db: HotDb) {
  const readMap = keepFresh(() => loadMap(db), mapAgeMsMax)
  const counts = new Map<string, () => Promise<number>>()
  const pages = new Map<string, () => Promise<Answer>>()

  const readAnswer = async ({ page, limit }: Place): Promise<Answer> => {
    const map = await readMap()
    const place = findPlace(map, (page - 1) * limit)
    const cards = place ? await readNewestAsText(db, { ...place, limit }) : '[]'
    const rest = { pages: Math.ceil(map.total / limit), total: map.total, is_capped: false }
    return { body: Buffer.from(`{"listings":${cards},${JSON.stringify(rest).slice(1)}`) }
  }

  const countOf = (filters: Filters): Promise<number> => {
    const read = () => countMatching(db, { filters, max: matchesMax })
    const key = JSON.stringify(filters)
    return keepOne(counts, key, countsMax, () => keepFresh(read, countAgeMsMax))()
  }

  return {
    /** Newest first, without any filter: the whole answer. The first pages are read once for all. */
    readNewest({ page, limit }: Place): Promise<Answer> {
      if (page > pageKeptMax) return readAnswer({ page, limit })
      return keepOne(pages, `${page} ${limit}`, pagesMax, () =>
        keepFresh(async () => withTag(await readAnswer({ page, limit })), pageAgeMsMax),
      )()
    },

    async search(asked: Place & { wanted: Wanted; sort: Sort }): Promise<Found> {
      const { wanted, sort, page, limit } = asked
      const filters = await filtersOf(wanted, () => readClock(db))
      const offset = (page - 1) * limit
      const found = await countOf(filters)
      const isCapped = found > matchesMax
      const total = Math.min(found, matchesMax)
      const cards = offset < total ? await listMatching(db, { filters, sort, limit, offset }) : []
      return { cards, total, isCapped }
    },
  }
}

/** What is kept under this key. Of too many, those that came first go. */
function keepOne<T>(kept: Map<string, T>, key: string, max: number, make: () => T): T {
  const known = kept.get(key)
  if (known) return known
  const [oldest] = kept.keys()
  if (kept.size >= max && oldest !== undefined) kept.delete(oldest)
  const made = make()
  kept.set(key, made)
  return made
}

const withTag = ({ body }: Answer): Answer => ({
  body,
  tag: `"${hash('sha256', body, 'base64url')}"`,
})

/** `before[i]` is how many are shown in all newer blocks. */
type BlockMap = { blocks: Int32Array; before: Float64Array; total: number }

async function loadMap(db: Kysely<DB>): Promise<BlockMap> {
  const packed = await readBlocks(db)
  const length = packed.length / 8
  const blocks = new Int32Array(length)
  const before = new Float64Array(length)
  let total = 0
  for (let index = 0; index < length; index++) {
    blocks[index] = packed.readInt32BE(index * 8)
    before[index] = total
    total += packed.readInt32BE(index * 8 + 4)
  }
  return { blocks, before, total }
}

/** The last block that begins at or before the wanted place. */
function findPlace({ blocks, before, total }: BlockMap, offset: number) {
  if (offset >= total) return null
  let low = 0
  let high = blocks.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((before[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { below: ((blocks[low] ?? 0) + 1) * 256, skip: offset - (before[low] ?? 0) }
}

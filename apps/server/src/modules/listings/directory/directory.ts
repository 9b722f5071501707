/**
 * The directory as every API process reads it. The start of a page is looked up in a map of how
 * many listings each block of numbers has, reloaded when it is older than 0.4 seconds. So any page
 * costs the same, at a thousand listings and at ten million, and the count is exact.
 */
import type { Kysely } from 'kysely'
import { readClock } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import { keepFresh } from '../../../platform/keep-fresh.ts'
import {
  countMatching,
  listMatching,
  listNewest,
  readBlocks,
  type Card,
  type Filters,
  type Sort,
} from './directory.repository.ts'
import { filtersOf, type Wanted } from './read-wanted.ts'

const mapAgeMsMax = 400
const countAgeMsMax = 5000
const countsMax = 500
const matchesMax = 10_000

export type DirectoryPage = { cards: Card[]; total: number; isCapped: boolean }

export function openDirectory(db: Kysely<DB>) {
  const readMap = keepFresh(() => loadMap(db), mapAgeMsMax)
  const counts = new Map<string, () => Promise<number>>()

  const countOf = (filters: Filters): Promise<number> => {
    const key = JSON.stringify(filters)
    const known = counts.get(key)
    if (known) return known()
    if (counts.size >= countsMax) counts.clear()
    const read = keepFresh(() => countMatching(db, { filters, max: matchesMax }), countAgeMsMax)
    counts.set(key, read)
    return read()
  }

  return {
    /** Newest first, without any filter. */
    async readNewest({ page, limit }: { page: number; limit: number }): Promise<DirectoryPage> {
      const map = await readMap()
      const place = findPlace(map, (page - 1) * limit)
      const cards = place ? await listNewest(db, { ...place, limit }) : []
      return { cards, total: map.total, isCapped: false }
    },

    async search(asked: {
      wanted: Wanted
      sort: Sort
      page: number
      limit: number
    }): Promise<DirectoryPage> {
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

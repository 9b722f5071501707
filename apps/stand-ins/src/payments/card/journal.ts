export type Journal<T extends { id: string }> = { items: T[]; positions: Map<string, number> }

/** All objects of one kind in the order of creation, with a lookup by id. */
export function createJournal<T extends { id: string }>(): Journal<T> {
  return { items: [], positions: new Map() }
}

export function append<T extends { id: string }>(journal: Journal<T>, item: T): T {
  journal.positions.set(item.id, journal.items.length)
  journal.items.push(item)
  return item
}

export function find<T extends { id: string }>(journal: Journal<T>, id: string): T | undefined {
  const position = journal.positions.get(id)
  return position === undefined ? undefined : journal.items[position]
}

export function journalAt<T extends { id: string }>(
  journals: Map<string, Journal<T>>,
  key: string,
): Journal<T> {
  const journal = journals.get(key) ?? createJournal<T>()
  journals.set(key, journal)
  return journal
}

type PageQuery<T> = { limit: number; startingAfter: string | null; matches: (item: T) => boolean }

/** Newest first; `hasMore` says that there would be another match. */
export function pageOf<T extends { id: string }>(
  { items, positions }: Journal<T>,
  { limit, startingAfter, matches }: PageQuery<T>,
): { data: T[]; hasMore: boolean } {
  const last = startingAfter === null ? items.length : (positions.get(startingAfter) ?? 0)
  const data: T[] = []
  for (let position = last - 1; position >= 0; position -= 1) {
    const item = items[position]
    if (!item || !matches(item)) continue
    if (data.length === limit) return { data, hasMore: true }
    data.push(item)
  }
  return { data, hasMore: false }
}

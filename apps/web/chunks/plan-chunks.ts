/** A file as the bundler writes it by itself: what exactly the same pages load. */
export type PlainChunk = {
  name: string
  modules: readonly string[]
  imports: readonly string[]
  /** What it adds to a download, in bytes. */
  bytes: number
  /** A route's own file, which the router asks for by name. */
  isEntry: boolean
}

/** The files that a page asks for, and how much the page counts. */
export type PageLoad = { chunks: readonly string[]; weight: number }

type Group = {
  modules: string[]
  bytes: number
  /** For each page, whether it loads this. */
  isLoaded: boolean[]
  imports: Set<Group>
}
type Pair = { one: Group; other: Group; gain: number }

/** What one more file costs a page: its headers, and what compression loses between two files. */
const fileBytes = 2700

/**
 * Which shared files are better one: those that the same pages load, or nearly so. Left alone the
 * bundler makes a file for each set of pages, which are hundreds. Never are two made that import
 * each other; each group stands after those that it imports.
 */
export function planChunks(
  chunks: readonly PlainChunk[],
  pages: readonly PageLoad[],
): { modules: string[] }[] {
  const groups = new Set(openGroups(chunks, pages))
  let pairs = listPairs([...groups], pages)
  for (;;) {
    const best = takeBest(pairs, pages)
    if (!best) return inOrder(groups)
    const { one, other } = best
    merge(groups, one, other)
    const rest = [...groups].filter((group) => group !== one)
    pairs = [
      ...pairs.filter((pair) => !isAbout(pair, one) && !isAbout(pair, other)),
      ...rest.flatMap((group) => pairOf(one, group, pages)),
    ]
  }
}

function openGroups(chunks: readonly PlainChunk[], pages: readonly PageLoad[]): Group[] {
  const known = new Map(chunks.map((chunk) => [chunk.name, chunk]))
  const loaded = pages.map((page) => reach(known, page.chunks))
  const shared = chunks.filter(({ isEntry }) => !isEntry)
  const groups = new Map(
    shared.map(({ name, modules, bytes }): [string, Group] => {
      const isLoaded = loaded.map((names) => names.has(name))
      return [name, { modules: [...modules], bytes, isLoaded, imports: new Set() }]
    }),
  )
  for (const [name, group] of groups) {
    for (const other of known.get(name)?.imports ?? []) {
      const imported = groups.get(other)
      if (imported) group.imports.add(imported)
    }
  }
  return [...groups.values()]
}

function reach(known: ReadonlyMap<string, PlainChunk>, from: readonly string[]): Set<string> {
  const reached = new Set<string>()
  const left = [...from]
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (reached.has(name)) continue
    reached.add(name)
    left.push(...(known.get(name)?.imports ?? []))
  }
  return reached
}

const listPairs = (groups: readonly Group[], pages: readonly PageLoad[]): Pair[] =>
  groups.flatMap((one, index) =>
    groups.slice(index + 1).flatMap((other) => pairOf(one, other, pages)),
  )

/** Only if all pages together are spared something. */
function pairOf(one: Group, other: Group, pages: readonly PageLoad[]): Pair[] {
  const gain = gainOf(one, other, pages)
  return gain > 0 ? [{ one, other, gain }] : []
}

/** Who needs one half loads the other as well, and all that this imports. */
function gainOf(one: Group, other: Group, pages: readonly PageLoad[]): number {
  let gain = 0
  for (const [page, { weight }] of pages.entries()) {
    const [hasOne, hasOther] = [one.isLoaded[page], other.isLoaded[page]]
    if (hasOne && hasOther) gain += weight * fileBytes
    else if (hasOne) gain -= weight * bytesToCome(other, page)
    else if (hasOther) gain -= weight * bytesToCome(one, page)
  }
  return gain
}

function bytesToCome(group: Group, page: number): number {
  let bytes = 0
  for (const each of withImports(group)) if (!each.isLoaded[page]) bytes += each.bytes + fileBytes
  return bytes - fileBytes
}

function withImports(group: Group): Set<Group> {
  const all = new Set([group])
  for (const each of all) for (const imported of each.imports) all.add(imported)
  return all
}

/** Earlier merges may have changed what a pair gains. */
function takeBest(pairs: readonly Pair[], pages: readonly PageLoad[]): Pair | null {
  const byGain = pairs.toSorted((a, b) => b.gain - a.gain)
  let best: Pair | null = null
  for (const pair of byGain) {
    if (best && pair.gain <= best.gain) return best
    if (isByWay(pair.one, pair.other) || isByWay(pair.other, pair.one)) continue
    pair.gain = gainOf(pair.one, pair.other, pages)
    if (pair.gain > (best?.gain ?? 0)) best = pair
  }
  return best
}

const isAbout = ({ one, other }: Pair, group: Group) => one === group || other === group

/** Whether one imports the other by way of a third: as one file, it and the third would go in a circle. */
const isByWay = (one: Group, other: Group): boolean =>
  [...one.imports].some((between) => between !== other && withImports(between).has(other))

function merge(groups: Set<Group>, one: Group, other: Group) {
  groups.delete(other)
  one.modules.push(...other.modules)
  one.bytes += other.bytes
  one.isLoaded = one.isLoaded.map((isLoaded, page) => isLoaded || other.isLoaded[page] === true)
  for (const imported of other.imports) one.imports.add(imported)
  for (const group of groups) if (group.imports.delete(other)) group.imports.add(one)
  one.imports.delete(one)
  for (const imported of withImports(one)) {
    for (const [page, isLoaded] of one.isLoaded.entries())
      if (isLoaded) imported.isLoaded[page] = true
  }
}

function inOrder(groups: Iterable<Group>): Group[] {
  const ordered = new Set<Group>()
  const add = (group: Group) => {
    if (ordered.has(group)) return
    for (const imported of group.imports) add(imported)
    ordered.add(group)
  }
  for (const group of groups) add(group)
  return [...ordered]
}

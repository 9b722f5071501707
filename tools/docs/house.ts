import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path/posix'

/** A folder that others import from, and its subfolders (rooms). */
export type Part = { name: string; rooms: string[] }
/** `imports` counts the import statements of `from` that name a file of `to`. */
export type Edge = { from: string; to: string; imports: number }
/** Parts from the highest to the lowest. Where `up` is not empty, a part imports from above. */
export type Side = { parts: Part[]; down: Edge[]; up: Edge[] }
export type House = { server: Side; web: Side; protocol: Part }
export type Source = { path: string; text: string }
type Rule = { from: { path?: string | string[] }; to: { path?: string | string[] } }

const protocol = 'packages/protocol/src'
const modules = 'apps/server/src/modules'
const web = 'apps/web/src'
const scaffolding = /\.test\.tsx?$|^apps\/web\/src\/testing\//

/** Reads the modules from the files, and their order from the rules that `pnpm check` enforces. */
export function readHouse(root: string): House {
  const files = globSync('{apps/server/src,apps/web/src,packages/protocol/src}/**/*.{ts,tsx}', {
    cwd: root,
  })
  const sources = files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  // The rules are CommonJS, because dependency-cruiser requires that.
  const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
    forbidden: Rule[]
  }
  return houseOf(sources, forbidden)
}

/** The modules and rooms of these files, in the order of these rules. */
export function houseOf(all: Source[], borders: Rule[]): House {
  const sources = all
    .filter(({ path }) => !scaffolding.test(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const paths = sources.map(({ path }) => path)
  const outside = ['providers', 'platform'].map((name) => partOf(paths, `apps/server/src/${name}`))
  const above = foldersIn(paths, 'apps/server/src').filter((name) => name === 'cli')
  const commands = above.map((name) => partOf(paths, `apps/server/src/${name}`))
  const imports = sources.flatMap(importsOf)
  const parts = [...commands, ...listParts(paths, modules, borders), ...outside]
  return {
    server: sideOf(parts, imports, 'apps/server/'),
    web: sideOf(listParts(paths, web, borders), imports, 'apps/web/'),
    protocol: partOf(paths, protocol),
  }
}

/** The subfolders of a folder as parts, and theirs as rooms, both in the order of the rules. */
function listParts(paths: string[], folder: string, borders: Rule[]): Part[] {
  const order = orderIn(folder, borders)
  return sorted(foldersIn(paths, folder), order).map((name) => ({
    name,
    rooms: sorted(
      foldersIn(paths, `${folder}/${name}`),
      orderOfRooms(`${folder}/${name}`, borders),
    ),
  }))
}

function partOf(paths: string[], folder: string): Part {
  return {
    name: folder.split('/').at(folder === protocol ? 1 : -1) ?? '',
    rooms: foldersIn(paths, folder),
  }
}

function foldersIn(paths: string[], folder: string): string[] {
  const inside = paths.filter((path) => path.startsWith(`${folder}/`))
  const names = inside.map((path) => path.slice(folder.length + 1).split('/'))
  return [...new Set(names.flatMap(([name = '', ...rest]) => (rest.length > 0 ? [name] : [])))]
}

/** The rule of the lowest folder names all the others as forbidden. */
function orderIn(folder: string, borders: Rule[]): string[] {
  const lists = borders.flatMap(({ from, to }) => {
    const [, lowest] = matchOf(from.path, new RegExp(`^\\^${folder}/([^/()]+)/$`))
    const [, above] = matchOf(to.path, new RegExp(`^\\^${folder}/\\(([^()]+)\\)/$`))
    return lowest && above ? [[...above.split('|'), lowest]] : []
  })
  return lists.toSorted((a, b) => b.length - a.length)[0] ?? []
}

/** Each room has its own rule, in order. */
function orderOfRooms(folder: string, borders: Rule[]): string[] {
  const room = new RegExp(`^\\^${folder}/([^/()]+)/$`)
  return borders.flatMap(({ from }) => matchOf(from.path, room).slice(1))
}

function matchOf(path: string | string[] | undefined, pattern: RegExp): string[] {
  return typeof path === 'string' ? [...(path.match(pattern) ?? [])] : []
}

/** A folder that the rules do not name comes before those they do, but below the screens. */
function sorted(names: string[], order: string[]): string[] {
  const rank = (name: string) => (name === 'screens' ? -2 : order.indexOf(name))
  return names.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

type Import = { side: string; from: string; to: string }

function importsOf({ path, text }: Source): Import[] {
  const from = nameOf(path)
  const specifiers = [...text.matchAll(/(?:\bfrom |\bimport |\bimport\()'([^']+)'/g)]
  const targets = specifiers.map(([, specifier = '']) => nameOf(resolveFrom(path, specifier)))
  return targets
    .filter((to) => from !== '' && to !== '' && to !== from)
    .map((to) => ({ side: path.split('/').slice(0, 2).join('/') + '/', from, to }))
}

function resolveFrom(path: string, specifier: string): string {
  return specifier.startsWith('.')
    ? join(dirname(path), specifier)
    : specifier.replace(/^@pier\/protocol\//, `${protocol}/`)
}

/** The part that a file belongs to; empty for files beside the parts, which wire them up. */
function nameOf(path: string): string {
  if (path.startsWith(`${protocol}/`)) return 'protocol'
  const [, name = ''] =
    path.match(/^apps\/(?:server\/src\/(?:modules\/)?|web\/src\/)([^/]+)\//) ?? []
  return name
}

function sideOf(parts: Part[], imports: Import[], side: string): Side {
  const order = [...parts.map(({ name }) => name), 'protocol']
  const ours = imports.filter((one) => one.side === side && order.includes(one.to))
  const groups = Map.groupBy(ours, ({ from, to }) => `${from} ${to}`)
  const edges = [...groups].map(([key, same]) => {
    const [from = '', to = ''] = key.split(' ')
    return { from, to, imports: same.length }
  })
  const rank = ({ from, to }: Edge) => order.indexOf(from) * 100 + order.indexOf(to)
  const isDown = ({ from, to }: Edge) => order.indexOf(from) < order.indexOf(to)
  const inOrder = edges.toSorted((a, b) => rank(a) - rank(b))
  return { parts, down: inOrder.filter(isDown), up: inOrder.filter((edge) => !isDown(edge)) }
}

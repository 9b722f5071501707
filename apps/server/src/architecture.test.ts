import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = import.meta.dirname
const sources = globSync('{modules,platform,providers}/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('db-types.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
const inModules = sources.filter(({ file }) => file.startsWith('modules/'))

/** By the builder or in SQL of our own. Names of SQL are turned into those of the builder. */
const writes =
  /\.(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)|\b(?:insert into|update|delete from) ([a-z]\w*)(?= (?:\(|set\b|as\b|using\b|where\b)|\s*\n)/g
const queries = /\.selectFrom\(|\bsql(?:<[^`]*?>)?`|\bsql\.raw|\bpool\.query\(/
const tableOf = ([, built, written = '']: RegExpMatchArray) =>
  built ?? written.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

test('there is something to look at', () => {
  expect(inModules.length).toBeGreaterThan(20)
})

test('SQL of the modules stands in repositories only', () => {
  const offenders = inModules
    .filter(({ file }) => !file.endsWith('.repository.ts'))
    .filter(({ text }) => queries.test(text) || text.search(writes) >= 0)
    .map(({ file }) => file)

  expect(offenders).toEqual([])
})

test('each table is written by one module', () => {
  const writers = new Map<string, Set<string>>()
  for (const { file, text } of sources) {
    const owner = file.startsWith('modules/') ? file.split('/')[1] : 'platform'
    for (const table of [...text.matchAll(writes)].map(tableOf)) {
      writers.set(table, (writers.get(table) ?? new Set()).add(owner ?? ''))
    }
  }

  const shared = [...writers].filter(([, owners]) => owners.size > 1).map(([table]) => table)
  expect(writers.size).toBeGreaterThan(8)
  expect(shared).toEqual([])
})

test('time enters only through the clock of the database', () => {
  // How old a signature is, is between two machines, and a line of the log says when it was written:
  // no test or demo may move that clock.
  const ofTheWire = [
    'providers/card/card-provider.ts',
    'providers/bucket/signature.ts',
    'platform/http/app.ts',
    'main-log-name.ts',
  ]
  const offenders = sources
    .filter(({ text }) => /Date\.now\(|new Date\(\)/.test(text))
    .map(({ file }) => file)
    .filter((file) => !ofTheWire.includes(file))

  expect(offenders).toEqual([])
})

const repository = join(root, '../../..')
const kinds = /\.(?:routes|jobs|service|repository)\.ts$/

test('a folder holds at most fifteen source files, tests not counted', () => {
  const files = globSync('{apps,packages,tools,e2e}/**/*.{ts,tsx}', {
    cwd: repository,
    exclude: ['**/{node_modules,build,dist,.react-router}/**', '**/*.{test,spec}.{ts,tsx}'],
  })
  const sizes = Map.groupBy(files, dirname)

  expect(files.length).toBeGreaterThan(1000)
  expect([...sizes].filter(([, { length }]) => length > 15).map(([folder]) => folder)).toEqual([])
})

test('a file of a module lies in a room that the cruiser knows, or has one of the four kinds', () => {
  const borders = readFileSync(join(repository, '.dependency-cruiser.cjs'), 'utf8')
  const offenders = inModules
    .map(({ file }) => file.split('/').slice(1))
    .filter(([, room = '', ...rest]) =>
      rest.length > 0 ? !borders.includes(`'${room}'`) : !kinds.test(room),
    )
    .map((path) => path.join('/'))

  expect(offenders).toEqual([])
})

test('every room of the web stands in the order that the cruiser holds', () => {
  const borders = readFileSync(join(repository, '.dependency-cruiser.cjs'), 'utf8')
  const [, list = ''] = /^const rooms = \[([^\]]*)\]/m.exec(borders) ?? []
  const rooms = [...list.matchAll(/'([^']+)'/g)].map(([, room = '']) => room)
  const folders = readdirSync(join(repository, 'apps/web/src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => name)

  expect(folders.toSorted()).toEqual(rooms.toSorted())
})

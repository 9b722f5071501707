import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = import.meta.dirname
const sources = globSync('{modules,platform,providers}/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('db-types.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
const inModules = sources.filter(({ file }) => file.startsWith('modules/'))

const writes = /\.(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)/g
const queries = /\.selectFrom\(|\bsql`|\bsql\.raw/

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
    for (const [, table = ''] of text.matchAll(writes)) {
      writers.set(table, (writers.get(table) ?? new Set()).add(owner ?? ''))
    }
  }

  const shared = [...writers].filter(([, owners]) => owners.size > 1).map(([table]) => table)
  expect(writers.size).toBeGreaterThan(8)
  expect(shared).toEqual([])
})

test('time enters only through the clock of the database', () => {
  // How old a signature is, is between two machines: no test or demo may move that clock.
  const ofTheWire = ['providers/card/card-provider.ts']
  const offenders = sources
    .filter(({ text }) => /Date\.now\(|new Date\(\)/.test(text))
    .map(({ file }) => file)
    .filter((file) => !ofTheWire.includes(file))

  expect(offenders).toEqual([])
})

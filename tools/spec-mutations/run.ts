import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createVitest, type TestCase, type TestSpecification, type Vitest } from 'vitest/node'
import {
  mutationInWords,
  mutations,
  type Mutation,
  type RowTests,
  type TestReference,
} from './mutations.ts'

/** A machine that is busy must not look like a test that has noticed something. */
const patience = { testTimeout: 240_000, hookTimeout: 240_000 }
const timedOut = /^(Test|Hook) timed out/

const root = resolve(import.meta.dirname, '../..')

/**
 * Shows that the tests of `docs/spec-coverage.md` can fail: every mutation breaks the statement of
 * one row in a throw-away copy of the tree, and a test that the row names must turn red. One Vitest
 * stays up for all of them, with its database cluster and what it has read, so that each costs no
 * more than its test. Journeys are left out: each mutation would have to build the web.
 */
export async function mutate(rowTests: RowTests, { rows }: { rows: string[] }): Promise<boolean> {
  const startedAt = performance.now()
  const chosen = mutations.filter(({ row }) => rows.length === 0 || rows.includes(row))
  const copy = copyTree()
  process.chdir(copy)
  const vitest = await createVitest({ root: copy, watch: false, reporters: [{}], ...patience })
  try {
    await vitest.standalone()
    const red = await redWithoutMutation(vitest, chosen, rowTests)
    for (const line of red) console.error(line)
    if (red.length > 0) return false

    const unnoticed: string[] = []
    for (const mutation of chosen) {
      const outcome = await tryMutation(vitest, mutation, rowTests.get(mutation.row) ?? [])
      console.log(`${outcome}: ${mutationInWords(mutation)}`)
      if (outcome !== 'noticed') unnoticed.push(`${outcome}: ${mutationInWords(mutation)}`)
    }
    if (unnoticed.length > 0) console.error(['', ...unnoticed].join('\n'))
    console.log(`\nin ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    console.log(`${chosen.length - unnoticed.length} of ${chosen.length} noticed`)
    return unnoticed.length === 0
  } finally {
    await vitest.close()
    process.chdir(root)
    fs.rmSync(copy, { recursive: true, force: true })
  }
}

/**
 * What git knows and what it would take, with the installed packages linked. The folders of links
 * in the workspaces are copied, because they lead to our own packages: those of the copy.
 */
function copyTree(): string {
  const copy = fs.mkdtempSync(join(tmpdir(), 'pier-mutate-'))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files) {
    if (!file || !fs.existsSync(join(root, file))) continue
    fs.mkdirSync(dirname(join(copy, file)), { recursive: true })
    fs.copyFileSync(join(root, file), join(copy, file))
  }
  fs.mkdirSync(join(copy, 'node_modules'))
  for (const name of fs.readdirSync(join(root, 'node_modules'))) {
    fs.symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const name of ['apps/server', 'apps/web', 'packages/protocol']) {
    const links = join(name, 'node_modules')
    if (!fs.existsSync(join(root, links))) continue
    const asTheyAre = { recursive: true, verbatimSymlinks: true }
    fs.cpSync(join(root, links), join(copy, links), asTheyAre)
  }
  return copy
}

/** All the tests that are to notice something, in one run: they have to be green to begin with. */
async function redWithoutMutation(vitest: Vitest, chosen: Mutation[], rowTests: RowTests) {
  const tests = chosen.flatMap(({ row }) => rowTests.get(row) ?? [])
  const states = await runTests(vitest, tests)
  return [...states]
    .filter(([, state]) => state !== 'passed')
    .map(([test, state]) => `${state} without any mutation: ${test}`)
}

/** Those that need no database are asked first; one that has noticed it is enough. */
async function tryMutation(vitest: Vitest, mutation: Mutation, tests: TestReference[]) {
  const path = join(process.cwd(), mutation.file)
  const before = fs.readFileSync(path, 'utf8')
  const needsDatabase = ({ path }: TestReference) => path.startsWith('apps/server/')
  const states: State[] = []
  try {
    fs.writeFileSync(
      path,
      before.replace(mutation.text, () => mutation.replacement),
    )
    vitest.invalidateFile(path)
    for (const some of [
      tests.filter((test) => !needsDatabase(test)),
      tests.filter(needsDatabase),
    ]) {
      if (some.length > 0) states.push(...(await runTests(vitest, some)).values())
      if (states.includes('failed')) return 'noticed'
    }
    return states.find((state) => state !== 'passed') ?? 'unnoticed'
  } finally {
    fs.writeFileSync(path, before)
    vitest.invalidateFile(path)
  }
}

/** A test that did not even run has noticed nothing: the mutation broke more than it should. */
type State = 'passed' | 'failed' | 'timed out' | 'did not run'

/** How each of the tests ended. One that stands for several (`%s`, `$name`, `${}`) fails with any. */
async function runTests(vitest: Vitest, tests: TestReference[]): Promise<Map<string, State>> {
  const specifications = await specificationsOf(vitest, tests)
  const { testModules } = await vitest.runTestSpecifications(specifications)
  const cases = testModules.flatMap((module) => [...module.children.allTests()])
  return new Map(
    tests.map((test) => [inWords(test), stateOf(cases.filter((each) => isOf(test, each)))]),
  )
}

const isOf = ({ path, title }: TestReference, { module, name }: TestCase) =>
  module.moduleId === join(process.cwd(), path) && patternOf(title).test(name)

function stateOf(cases: TestCase[]): State {
  const results = cases.map((each) => each.result()).filter(({ state }) => state !== 'skipped')
  const failures = results.filter(({ state }) => state === 'failed')
  if (results.length === 0) return 'did not run'
  if (failures.length === 0) return 'passed'
  const isSlow = failures.every(({ errors = [] }) =>
    errors.every((one) => timedOut.test(one.message)),
  )
  return isSlow ? 'timed out' : 'failed'
}

async function specificationsOf(vitest: Vitest, tests: TestReference[]) {
  const specifications: TestSpecification[] = []
  for (const [path, titles] of Map.groupBy(tests, (test) => test.path)) {
    const patterns = titles.map(({ title }) => patternOf(title).source.replace('^', '(?:^| )'))
    const testNamePattern = new RegExp(patterns.join('|'))
    for (const { project, moduleId } of await vitest.globTestSpecifications([path])) {
      specifications.push(project.createSpecification(moduleId, { testNamePattern }))
    }
  }
  return specifications
}

/** The title as it stands in the source, with room for what a table of cases puts into it. */
function patternOf(title: string): RegExp {
  const fixed = title.split(/%[sdifjo]|\$\{[^}]*\}|\$[a-z]\w*/).map((part) => RegExp.escape(part))
  return new RegExp(`^${fixed.join('.*')}$`)
}

const inWords = ({ path, title }: TestReference) => `${path} › ${title}`

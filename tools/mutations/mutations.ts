/**
 * Shows that tests can fail. A mutation breaks one thing in a throw-away copy of the tree, and a
 * test named for it must fail. One Vitest runs for all of them, with its database cluster and its
 * cache, so that each costs no more than its tests.
 */
import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createVitest, type TestCase, type TestSpecification, type Vitest } from 'vitest/node'
import type { makeTemplate } from '../../apps/server/test/global-setup.ts'
import type { Mutation, TestReference } from './mutation.ts'

const root = resolve(import.meta.dirname, '../..')

/** A timeout on a busy machine must not look like a test that noticed something. */
const patience = { testTimeout: 240_000, hookTimeout: 240_000 }
const timedOut = /^(Test|Hook) timed out/

/** A test that failed before the mutation cannot notice it, so the mutation is not tried. */
type Outcome = 'noticed' | 'unnoticed' | 'red without it' | Exclude<State, 'passed' | 'failed'>
/** A test that did not run has noticed nothing: the mutation broke too much. */
type State = 'passed' | 'failed' | 'timed out' | 'did not run'

/** Whether each was noticed; the last line gives the counts. */
export async function proveMutations(mutations: readonly Mutation[]): Promise<boolean> {
  const startedAt = performance.now()
  const unnoticed = await tryMutations(mutations)
  if (unnoticed.length > 0) console.error(['', ...unnoticed].join('\n'))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  const noticed = mutations.length - unnoticed.length
  console.log(`\n${noticed} of ${mutations.length} mutations noticed, in ${seconds} s`)
  return unnoticed.length === 0
}

/** Prints the outcome of each. Returns those that no test noticed, as text. */
async function tryMutations(mutations: readonly Mutation[]): Promise<string[]> {
  const copy = copyTree()
  process.chdir(copy)
  const vitest = await createVitest({ root: copy, watch: false, reporters: [{}], ...patience })
  try {
    // Otherwise the timeouts of the projects would apply.
    for (const { config } of vitest.projects) Object.assign(config, patience)
    await vitest.standalone()
    const red = await redWithoutMutation(vitest, mutations)
    const unnoticed: string[] = []
    for (const mutation of mutations) {
      const isRed = mutation.tests.some((test) => red.has(spellOut(test)))
      const outcome = isRed ? 'red without it' : await tryMutation(vitest, mutation)
      const line = `${outcome}: ${mutation.name}`
      console.log(line)
      if (outcome !== 'noticed') unnoticed.push(line)
    }
    return unnoticed
  } finally {
    await vitest.close()
    process.chdir(root)
    fs.rmSync(copy, { recursive: true, force: true })
  }
}

/**
 * Tracked and untracked files, with the installed packages linked. The workspaces' link folders are
 * copied, because they must lead to the packages of the copy.
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
  const shared = ['packages/protocol', 'packages/telemetry']
  for (const name of ['apps/server', 'apps/stand-ins', 'apps/web', ...shared]) {
    const links = join(name, 'node_modules')
    if (!fs.existsSync(join(root, links))) continue
    const asTheyAre = { recursive: true, verbatimSymlinks: true }
    fs.cpSync(join(root, links), join(copy, links), asTheyAre)
  }
  return copy
}

/** Runs all the tests that should notice something once: they must pass to begin with. */
async function redWithoutMutation(vitest: Vitest, mutations: readonly Mutation[]) {
  const tests = mutations.flatMap((mutation) => mutation.tests)
  const red = [...(await runTests(vitest, tests))].filter(
    ([, cases]) => stateOf(cases) !== 'passed',
  )
  for (const [test, cases] of red) {
    console.error(`${stateOf(cases)} without any mutation: ${test}`)
    for (const { stack, message } of errorsOf(cases)) console.error(stack ?? message)
  }
  return new Set(red.map(([test]) => test))
}

const needsDatabase = ({ path }: TestReference) => path.startsWith('apps/server/')

/** Tests without a database run first; one that notices is enough. */
async function tryMutation(vitest: Vitest, mutation: Mutation): Promise<Outcome> {
  const { file, text, replacement, tests } = mutation
  const before = fs.readFileSync(file, 'utf8')
  const broken = before.replace(text, () => replacement)
  const states: State[] = []
  try {
    await put(vitest, file, broken)
    for (const isWanted of [(test: TestReference) => !needsDatabase(test), needsDatabase]) {
      const some = tests.filter(isWanted)
      if (some.length === 0) continue
      const results = await runTests(vitest, some)
      states.push(...results.values().map(stateOf))
      if (states.includes('failed')) return 'noticed'
    }
    return states.find((state) => state !== 'passed' && state !== 'failed') ?? 'unnoticed'
  } finally {
    await put(vitest, file, before)
  }
}

type Setup = { makeTemplate: typeof makeTemplate }

/** Tests clone a template database: when a migration changes, it is made again. */
async function put(vitest: Vitest, file: string, content: string): Promise<void> {
  fs.writeFileSync(file, content)
  vitest.invalidateFile(resolve(file))
  if (!file.endsWith('.sql')) return
  const project = vitest.projects.find(({ name }) => name === 'db')
  const clusterUrl = project?.getProvidedContext().clusterUrl
  if (!clusterUrl) throw new Error('There is no cluster to migrate')
  const setup = resolve('apps/server/test/global-setup.ts')
  const { makeTemplate } = (await import(pathToFileURL(setup).href)) as Setup
  await makeTemplate(clusterUrl)
}

/** The cases of each test: a parameterized one (`%s`, `$name`, `${}`) has several. */
async function runTests(vitest: Vitest, tests: TestReference[]): Promise<Map<string, TestCase[]>> {
  const specifications = await specificationsOf(vitest, tests)
  const { testModules } = await vitest.runTestSpecifications(specifications)
  const cases = testModules.flatMap((module) => [...module.children.allTests()])
  return new Map(tests.map((test) => [spellOut(test), cases.filter((each) => isOf(test, each))]))
}

const isOf = ({ path, title }: TestReference, { module, name }: TestCase) =>
  module.moduleId === resolve(path) && patternOf(title).test(name)

/** A test fails if any of its cases does. */
function stateOf(cases: TestCase[]): State {
  const states = cases.map((each) => each.result().state).filter((state) => state !== 'skipped')
  if (states.length === 0) return 'did not run'
  if (!states.includes('failed')) return 'passed'
  const isSlow = errorsOf(cases).every(({ message }) => timedOut.test(message))
  return isSlow ? 'timed out' : 'failed'
}

const errorsOf = (cases: TestCase[]) => cases.flatMap((each) => each.result().errors ?? [])

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

/** The title as in the source, with wildcards for what a table of cases inserts. */
function patternOf(title: string): RegExp {
  const fixed = title.split(/%[sdifjo]|\$\{[^}]*\}|\$[a-z]\w*/).map((part) => RegExp.escape(part))
  return new RegExp(`^${fixed.join('.*')}$`)
}

const spellOut = ({ path, title }: TestReference) => `${path} › ${title}`

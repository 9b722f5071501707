import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'

/**
 * The inner loop: lint, types and the tests closest to what changed since the last commit: tests of
 * the same module that are named after a changed file or import it; failing that, tests of other
 * modules that import it; failing that, those of its folder. The gate runs them all.
 */
const changed = [
  ...linesOf('git diff --name-only HEAD'),
  ...linesOf('git ls-files --others --exclude-standard'),
].filter((file) => /\.tsx?$/.test(file) && existsSync(file))
if (changed.length === 0) {
  console.log('Nothing has changed since the last commit')
  process.exit(0)
}
const allTests = linesOf(`git ls-files --cached --others --exclude-standard`).filter(isTest)
const tests = [...new Set(changed.flatMap(nearestTests))]
console.log(`${changed.length} files changed, ${tests.length} files of tests`)
const isGreen =
  run(`pnpm exec oxlint ${changed.join(' ')}`) &&
  workspacesOf(changed).every(checkTypes) &&
  (tests.length === 0 || run(`pnpm exec vitest run ${tests.join(' ')}`))
process.exit(isGreen ? 0 : 1)

function nearestTests(file: string): string[] {
  if (isTest(file)) return [file]
  const stem = basename(file, extname(file)).split('.')[0] ?? ''
  const folder = dirname(file)
  const inFolder = existsSync(folder)
    ? readdirSync(folder)
        .map((name) => join(folder, name))
        .filter(isTest)
    : []
  const named = inFolder.filter((test) => basename(test).startsWith(`${stem}.`))
  const importing = allTests.filter((test) => existsSync(test) && isImporting(test, file))
  const inModule = importing.filter((test) => moduleOf(test) === moduleOf(file))
  const choices = [[...named, ...inModule], importing, inFolder]
  return choices.find(({ length }) => length > 0) ?? []
}

function isImporting(test: string, file: string): boolean {
  const imports = readFileSync(test, 'utf8').matchAll(/from '(\.[^']+)'/g)
  return [...imports].some(([, path = '']) => join(dirname(test), path) === file)
}

/** `apps/server/src/modules/ledger`, and as deep a folder elsewhere. */
function moduleOf(file: string): string {
  return dirname(file).split('/').slice(0, 5).join('/')
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

/** Server and web have to agree with what they share. */
function workspacesOf(files: string[]): string[] {
  const shared = ['packages/protocol', 'packages/telemetry']
  const folders = [...shared, 'apps/server', 'apps/stand-ins', 'apps/web', 'tools', 'e2e']
  const isShared = files.some((file) => shared.some((folder) => file.startsWith(`${folder}/`)))
  return folders.filter(
    (folder) =>
      files.some((file) => file.startsWith(`${folder}/`)) ||
      (isShared && ['apps/server', 'apps/web'].includes(folder)),
  )
}

/** The router generates the types of the web's routes; a new clone has none. */
function checkTypes(folder: string): boolean {
  const isReady = folder !== 'apps/web' || run('pnpm --dir apps/web exec react-router typegen')
  return isReady && run(`pnpm exec tsc --noEmit -p ${folder}`)
}

function linesOf(command: string): string[] {
  return spawnSync(command, { shell: true, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
}

function run(command: string): boolean {
  return spawnSync(command, { shell: true, stdio: 'inherit' }).status === 0
}

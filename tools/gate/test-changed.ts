import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'

/**
 * The inner loop: the tests nearest to what has changed since the last commit, in under a minute.
 * Nearest are the tests that import a changed file themselves or are named after it; where there are
 * none, those of its folder. The gate runs them all.
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
  workspacesOf(changed).every((folder) => run(`pnpm exec tsc --noEmit -p ${folder}`)) &&
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
  const importing = allTests.filter(
    (test) =>
      existsSync(test) &&
      readFileSync(test, 'utf8').includes(`/${basename(file)}'`) &&
      test.split('/')[1] === file.split('/')[1],
  )
  const nearest = [...named, ...importing]
  return nearest.length > 0 ? nearest : inFolder
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

function workspacesOf(files: string[]): string[] {
  const folders = ['packages/protocol', 'apps/server', 'apps/stand-ins', 'apps/web', 'tools', 'e2e']
  return folders.filter((folder) => files.some((file) => file.startsWith(`${folder}/`)))
}

function linesOf(command: string): string[] {
  return spawnSync(command, { shell: true, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
}

function run(command: string): boolean {
  return spawnSync(command, { shell: true, stdio: 'inherit' }).status === 0
}

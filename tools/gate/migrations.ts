import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  hashOfStep,
  migrationsFolder,
  readSteps,
  type Step,
} from '../../apps/server/src/platform/db/steps.ts'

/**
 * Checks the migrations against their manifest. Those in it have already run on other databases,
 * which never run them again: a change would only reach new databases.
 */
export type Manifest = Record<string, string>

export function checkSteps(steps: Pick<Step, 'name' | 'text'>[], manifest: Manifest): string[] {
  const texts = new Map(steps.map((step) => [step.name, hashOfStep(step)]))
  const frozen = Object.entries(manifest).flatMap(([name, hash]) => {
    if (!texts.has(name))
      return [`${name} was removed: steps stay, what they did is undone by a new one`]
    if (texts.get(name) !== hash)
      return [`${name} was changed: put it back, and write a new step instead`]
    return []
  })
  const last = lastOf(manifest)
  const fresh = steps
    .filter(({ name }) => !(name in manifest))
    .map(({ name }) =>
      name > last
        ? `${name} is not in the manifest: node tools/gate/migrations.ts --add`
        : `${name} comes before ${last}, which databases have taken already: give it a later number`,
    )
  return [...frozen, ...fresh]
}

/** The manifest plus the migrations after its last. Existing entries stay. */
export function withNewSteps(steps: Pick<Step, 'name' | 'text'>[], manifest: Manifest): Manifest {
  const fresh = steps.filter(({ name }) => name > lastOf(manifest))
  return {
    ...manifest,
    ...Object.fromEntries(fresh.map((step) => [step.name, hashOfStep(step)])),
  }
}

const lastOf = (manifest: Manifest): string => Object.keys(manifest).toSorted().at(-1) ?? ''

if (import.meta.main) {
  const file = join(migrationsFolder, 'manifest.json')
  const steps = readSteps()
  const read = () => JSON.parse(readFileSync(file, 'utf8')) as Manifest
  if (process.argv.includes('--add')) {
    writeFileSync(file, `${JSON.stringify(withNewSteps(steps, read()), undefined, 2)}\n`)
  }
  const problems = checkSteps(steps, read())
  for (const problem of problems) console.error(problem)
  if (problems.length === 0) console.log(`${steps.length} steps, as the manifest has them`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

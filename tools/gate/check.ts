import { spawnSync } from 'node:child_process'

/** The whole gate. Each step is its own command; the first that fails ends it. */
const steps: { name: string; command: string; cwd?: string; must?: RegExp }[] = [
  { name: 'format', command: 'oxfmt --check .' },
  { name: 'lint', command: 'oxlint --type-aware --deny-warnings .' },
  { name: 'types: protocol', command: 'tsc -p packages/protocol' },
  { name: 'types: telemetry', command: 'tsc -p packages/telemetry' },
  { name: 'types: server', command: 'tsc -p apps/server' },
  { name: 'types: stand-ins', command: 'tsc -p apps/stand-ins' },
  { name: 'types: tools', command: 'tsc -p tools' },
  { name: 'types: routes', command: 'react-router typegen', cwd: 'apps/web' },
  { name: 'types: web', command: 'tsc --noEmit -p .', cwd: 'apps/web' },
  { name: 'types: journeys', command: 'tsc -p e2e' },
  // dependency-cruiser also passes if it parsed nothing, so it must report enough modules.
  {
    name: 'borders',
    command: 'depcruise apps packages tools',
    must: /\((1\d\d|[2-9]\d\d)\d* modules/,
  },
  { name: 'dead code', command: 'knip' },
  { name: 'secrets', command: 'node tools/gate/secrets-scan.ts' },
  { name: 'migrations', command: 'node tools/gate/migrations.ts' },
  { name: 'spec coverage', command: 'node tools/docs/spec-coverage.ts' },
  { name: 'agreement coverage', command: 'node tools/docs/agreement-coverage.ts' },
  { name: 'threats', command: 'node tools/docs/threats.ts' },
  { name: 'loan page', command: 'node tools/docs/loan-lifecycle.ts --check' },
  { name: 'environment', command: 'node tools/docs/env-example.ts --check' },
  { name: 'house picture', command: 'node tools/docs/map.ts --check' },
  { name: 'tests', command: 'vitest run --project unit --project db --project web' },
  // After the others, because both would use the whole machine.
  { name: 'screens', command: 'vitest run --project "screens*"' },
]

const startedAt = performance.now()
for (const { name, command, cwd, must } of steps) {
  const stepStartedAt = performance.now()
  const exec = command.startsWith('node ') ? command : `pnpm exec ${command}`
  const stdio = must ? 'pipe' : 'inherit'
  console.log(`\n── ${name}: ${command}`)
  const env = { ...process.env, VITEST_PART: name }
  const { status, stdout } = spawnSync(exec, { shell: true, cwd, stdio, encoding: 'utf8', env })
  if (must) process.stdout.write(stdout)
  if (status !== 0 || (must && !must.test(stdout))) {
    console.error(`\n${name} failed`)
    process.exit(1)
  }
  console.log(`   ${seconds(stepStartedAt)} s`)
}
console.log(`\nAll of it passed in ${seconds(startedAt)} s`)

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

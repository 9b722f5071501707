import { listConfigurationChecks, readDeployment, type Check, type Configs } from './deployment.ts'
import { listCopyChecks } from './copy-checks.ts'
import { isDatabaseHere, listDatabaseChecks } from './database-checks.ts'
import { listFileChecks } from './file-checks.ts'
import { listFrontChecks } from './front-checks.ts'
import { listNeighbourChecks } from './neighbour-checks.ts'

const usage = `pier doctor FOLDER
  FOLDER  where the configuration is, as pier setup wrote it`

/** Looks at a whole deployment and says what is wrong and how to mend it. It changes nothing. */
const [folder] = process.argv.slice(2)
if (!folder) {
  console.error(usage)
  process.exit(2)
}
const deployment = readDeployment(folder)
const configs: Configs = {}
let faults = 0
let unknown = 0
await lookAt(listConfigurationChecks(folder, deployment, configs))
await lookAt(listDatabaseChecks(deployment, configs))
if (configs.worker) await lookAt(listNeighbourChecks(configs.worker))
else sayUnknown('mail, resolver, registrar, payments: not checked without a configuration')
await lookAt(listFileChecks(configs))
await lookAt(listCopyChecks(() => isDatabaseHere(deployment)))
const origin = deployment.api['PUBLIC_ORIGIN'] ?? ''
if (URL.canParse(origin)) await lookAt(listFrontChecks(origin))
else sayUnknown('certificate, proxies: not checked without PUBLIC_ORIGIN')
console.log(conclusion())
process.exit(faults + unknown === 0 ? 0 : 1)

function conclusion(): string {
  if (faults > 0) return `${faults} to fix.`
  return unknown === 0 ? 'All checks passed.' : `Nothing to fix, but ${unknown} not checked.`
}

async function lookAt(checks: Check[]): Promise<void> {
  const looks = checks.map(({ look }) => look().catch((error: Error) => error))
  for (const [index, found] of (await Promise.all(looks)).entries()) {
    const { what } = checks[index] as Check
    if (!found) say('ok', what)
    else if (found instanceof Error) sayUnknown(`${what}: not checked: ${found.message}`)
    else {
      faults++
      say('OFF', `${what}: ${found.fault.replaceAll('\n', '\n      ')}`)
      console.log(`      → ${found.mend}`)
    }
  }
}

function sayUnknown(text: string): void {
  unknown++
  say('--', text)
}

function say(mark: string, text: string): void {
  console.log(`${mark.padEnd(5)} ${text}`)
}

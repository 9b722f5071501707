import { listConfigurationChecks, readDeployment, type Check, type Configs } from './deployment.ts'
import { listDatabaseChecks } from './database-checks.ts'
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
await lookAt(listConfigurationChecks(folder, deployment, configs))
await lookAt(listDatabaseChecks(deployment, configs))
if (configs.worker) await lookAt(listNeighbourChecks(configs.worker))
else say('--', 'mail, resolver, registrar, payments: not looked at without a configuration')
const folders = Object.values(configs).map(({ dataFolder }) => dataFolder)
if (configs.api) await lookAt(listFileChecks(configs.api, folders))
else say('--', 'files: not looked at without a configuration')
const origin = deployment.api['PUBLIC_ORIGIN'] ?? ''
if (URL.canParse(origin)) await lookAt(listFrontChecks(origin))
console.log(faults === 0 ? 'All is well.' : `${faults} to mend.`)
process.exit(faults === 0 ? 0 : 1)

async function lookAt(checks: Check[]): Promise<void> {
  const looks = checks.map(({ look }) => look().catch((error: Error) => error))
  for (const [index, found] of (await Promise.all(looks)).entries()) {
    const { what } = checks[index] as Check
    if (!found) say('ok', what)
    else if (found instanceof Error) say('--', `${what}: not looked at: ${found.message}`)
    else {
      faults++
      say('OFF', `${what}: ${found.fault.replaceAll('\n', '\n      ')}`)
      console.log(`      → ${found.mend}`)
    }
  }
}

function say(mark: string, text: string): void {
  console.log(`${mark.padEnd(5)} ${text}`)
}

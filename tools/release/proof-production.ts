import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openProof } from '../proofs/open-proof.ts'
import { breakDeployments } from './broken-deployments.ts'
import { buildImages, imageOf, storedBelow } from './images.ts'
import { checkDeployFiles } from './deploy-files.ts'
import { listImageFaults, mountImage, runInImage, type Sandbox } from './sandbox.ts'
import { tryParts } from './parts-image.ts'
import { nodes, openTown, startNode, type Node, type Town } from './town.ts'
import { savePicture, upgradeUnderLoad } from './upgrade.ts'

/**
 * `pnpm proof production`: builds what production runs and its images, sets a deployment up with
 * them in production mode (PostgreSQL with passwords, PgBouncer in transaction mode, nginx with TLS),
 * and replaces every process by a newer version, over a change of the schema, while people register
 * and read, two of them in a browser; then by the older one again. No request may fail, and no mail may
 * be lost. `--small` is for every CI run, and does not go back.
 */
const isSmall = process.argv.includes('--small')
const visitors = isSmall ? 3 : 6
const calmMs = isSmall ? 2000 : 20_000
/** For one request, after which people give up. */
const slowestMaxMs = 10_000

const proof = openProof('production')
const { folder, failures, say, ending } = proof
await proof.run(prove, () => {
  const logFile = join(folder, 'log')
  if (existsSync(logFile)) console.log(readFileSync(logFile, 'utf8').slice(-4000))
})

async function prove(): Promise<string> {
  const files = checkDeployFiles()
  failures.push(...files.failures)
  say(`deploy: ${files.counted} read`)
  const { storage, roots } = await makeImages()
  const town = await openTown(folder, { root: roots.server, ending })
  say('set up: database, logins, keys, configuration')
  const running = {} as Record<Node, Sandbox>
  ending(() => Promise.all(Object.values(running).map((node) => node.stop('SIGKILL'))))
  for (const node of nodes) await startNode(town, { roots, running, node })
  for (const node of nodes) failures.push(...listRights(node, running[node]))
  failures.push(...(await tryToWrite(town, roots.server)))
  await runInImage({
    root: roots.server,
    command: ['src/pier.js', 'add-operator', 'Ada Quist', 'ada@mail.example', 'admin', 'approver'],
    env: town.env.owner,
    binds: town.socket,
    logFile: town.logFile,
  })
  const saved = await savePicture(town)
  if (saved !== 204) failures.push(`a picture gave ${saved}`)
  say(`${nodes.length} processes run`)

  const doctor = await breakDeployments(town, { roots, running })
  failures.push(...doctor.failures)
  say(`the doctor named ${doctor.named} faults`)

  const counted = await upgradeUnderLoad(town, {
    roots,
    running,
    visitors,
    calmMs,
    goesBack: !isSmall,
  })
  failures.push(...counted.failures.slice(0, 20))
  if (counted.slowestMs > slowestMaxMs) failures.push(`a request took ${counted.slowestMs} ms`)
  if (counted.mailsLost > 0) failures.push(`${counted.mailsLost} mails were lost`)
  return (
    `${files.counted} by their schemas; ${sizesOf(storage)}; ${nodes.length} processes as user 10001, without ` +
    `capabilities and read-only, behind nginx and PgBouncer; ${doctor.named} faults named by the ` +
    `doctor; each replaced over a migration${isSmall ? '' : ', and back,'} under ` +
    `${counted.asked} requests: ${counted.failures.length} failed, slowest ` +
    `${Math.round(counted.slowestMs)} ms; ${counted.pages} pages shown in a browser; ` +
    `${counted.registered.length} registered, ` +
    `${counted.mailsLost} mails lost`
  )
}

async function makeImages() {
  const storage = storedBelow(join(folder, 'images'))
  execFileSync('pnpm', ['build'], { stdio: 'ignore' })
  say('built')
  buildImages(storage, isSmall ? ['server', 'web'] : ['server', 'web', 'parts'])
  const roots = {
    server: mountImage(storage, imageOf('server')),
    web: mountImage(storage, imageOf('web')),
  }
  ending(() => execFileSync('buildah', [...storage, 'umount', '--all'], { stdio: 'ignore' }))
  for (const app of ['server', 'web'] as const) {
    failures.push(...listImageFaults(storage, imageOf(app)))
  }
  say('images built and mounted')
  if (!isSmall) failures.push(...(await tryParts(folder, { storage, ending })))
  return { storage, roots }
}

function sizesOf(storage: string[]): string {
  const format = '{{.Name}} {{.Size}}'
  const text = execFileSync('buildah', [...storage, 'images', '--format', format], {
    encoding: 'utf8',
  })
  const named = text.split('\n').filter((each) => each.includes('pier-'))
  return named.map((each) => each.replace('localhost/', '').replace(/ +/, ' ')).join(', ')
}

function listRights(node: Node, sandbox: Sandbox): string[] {
  const { uid, outside, caps } = sandbox.rights()
  const isBare = uid === 10001 && outside === 10001 && Number(`0x${caps}`) === 0
  return isBare ? [] : [`${node} runs as ${uid} (${outside}) with capabilities ${caps}`]
}

async function tryToWrite({ socket: binds }: Town, root: string): Promise<string[]> {
  const script = `require('fs').writeFileSync('/app/src/main-api.js', '')`
  const own = join(folder, 'write.log')
  const command = ['-e', script]
  const wrote = await runInImage({ root, command, env: {}, binds, logFile: own }).then(
    () => 'nothing',
    (error: Error) => error.message,
  )
  return wrote.includes('EROFS') ? [] : [`writing to the image gave ${wrote}`]
}

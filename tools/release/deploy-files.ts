import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseAllDocuments } from 'yaml'

const deploy = resolve(import.meta.dirname, '../../deploy')
const { version } = JSON.parse(readFileSync(resolve(deploy, '../package.json'), 'utf8')) as {
  version: string
}

/**
 * Reads every file that a deployment takes as it is, with the program that will read it or by the
 * schema of what will: returns what was counted, and what is wrong.
 */
export async function checkDeployFiles(): Promise<{ counted: string; failures: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'pier-deploy-'))
  try {
    const services = checkCompose(folder)
    const objects = await checkCluster()
    const units = checkUnits(folder)
    const parts = checkParts(folder)
    const alerts = checkAlerts()
    const failures = [services, objects, units, parts, alerts].flatMap(({ faults }) => faults)
    const counted = `${services.count} services, ${objects.count} objects of a cluster, ${units.count} units, ${alerts.count} alerts`
    return { counted, failures }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Checked = { count: number; faults: string[] }

/** By the schema of docker-compose, whose files have to be there. */
function checkCompose(folder: string): Checked {
  cpSync(deploy, join(folder, 'deploy'), { recursive: true })
  const compose = join(folder, 'deploy/compose')
  mkdirSync(join(compose, 'etc'))
  for (const name of ['pier', 'api', 'worker', 'web', 'owner']) {
    writeFileSync(join(compose, `etc/${name}.env`), '')
  }
  const { status, stdout, stderr } = ask('docker-compose', ['config', '--services'], compose)
  const text = readFileSync(join(compose, 'compose.yaml'), 'utf8')
  const tags = text.matchAll(/PIER_VERSION:-([^}]+)/g)
  const isOld = Array.from(tags).some(([, tag]) => tag !== version)
  return {
    count: stdout.trim().split('\n').length,
    faults: [
      ...(status === 0 ? [] : [`compose.yaml: ${stderr}`]),
      ...(isOld ? [`compose.yaml names another version than ${version}`] : []),
    ],
  }
}

type Model = new (data: object) => { validate: () => void }

/** Each object as kustomize puts it together, by the schema of its kind. */
async function checkCluster(): Promise<Checked> {
  const text = execFileSync('kubectl', ['kustomize', join(deploy, 'kubernetes')], {
    encoding: 'utf8',
  })
  const objects = parseAllDocuments(text).map(
    (document) => document.toJS() as { apiVersion: string; kind: string; spec?: object },
  )
  const faults: string[] = []
  for (const { apiVersion, kind, ...rest } of objects) {
    const module = (await import(`kubernetes-models/${apiVersion}/${kind}`)) as Record<
      string,
      Model
    >
    try {
      new (module[kind] as Model)({ apiVersion, kind, ...rest }).validate()
    } catch (error) {
      faults.push(`${kind} of the cluster: ${(error as Error).message}`)
    }
  }
  const images = Array.from(text.matchAll(/image: (\S+)/g), ([, image]) => image)
  const isOld = images.some((image) => !image?.endsWith(`:${version}`))
  return {
    count: objects.length,
    faults: isOld ? [...faults, `kubernetes names ${images.join(', ')}, not ${version}`] : faults,
  }
}

/** By systemd itself, which would miss the program. */
function checkUnits(folder: string): Checked {
  const units = join(folder, 'deploy/systemd')
  const names = readdirSync(units).filter((name) => name.endsWith('.service'))
  for (const name of names) {
    const text = readFileSync(join(units, name), 'utf8').replaceAll('/opt/pier/node', '/bin/true')
    writeFileSync(join(units, name), text)
  }
  const instances = names.map((name) => `./${name.replace('@.', '@1.')}`)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...instances], {
    cwd: units,
    encoding: 'utf8',
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${units}:` },
  })
  const isQuiet = status === 0 && stderr.trim() === ''
  return { count: names.length, faults: isQuiet ? [] : [`systemd: ${stderr}`] }
}

/** Those that nothing of the proof runs. */
function checkParts(folder: string): Checked {
  const data = join(folder, 'data')
  mkdirSync(data)
  const unbound = join(folder, 'unbound.conf')
  const text = readFileSync(join(deploy, 'parts/unbound.conf'), 'utf8')
  writeFileSync(
    unbound,
    text.replaceAll('/var/lib/pier', data).replace('username: "pier"', 'username: ""'),
  )
  const { status, stdout, stderr } = ask('unbound-checkconf', [unbound], folder)
  return { count: 1, faults: status === 0 ? [] : [`unbound.conf: ${stdout}${stderr}`] }
}

/** By the program that evaluates them, on series of ours: each calls when it should, and not before. */
function checkAlerts(): Checked {
  const watch = join(deploy, 'watch')
  const { status, stdout, stderr } = ask('promtool', ['test', 'rules', 'rules.test.yml'], watch)
  const rules = readFileSync(join(watch, 'rules.yml'), 'utf8')
  return {
    count: rules.match(/- alert: /g)?.length ?? 0,
    faults: status === 0 ? [] : [`rules.yml: ${stdout}${stderr}`],
  }
}

function ask(command: string, options: string[], cwd: string) {
  return spawnSync(command, options, { cwd, encoding: 'utf8' })
}

import { spawnSync } from 'node:child_process'
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
import { parse } from 'yaml'
import { checkObjects } from './cluster-objects.ts'

const deploy = resolve(import.meta.dirname, '../../deploy')
const { version } = JSON.parse(readFileSync(resolve(deploy, '../package.json'), 'utf8')) as {
  version: string
}

/**
 * Reads every file that a deployment takes as it is, with the program that will read it or by the
 * schema of what will: returns what was counted, and what is wrong.
 */
export function checkDeployFiles(): { counted: string; failures: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'pier-deploy-'))
  try {
    const services = checkCompose(folder)
    const objects = checkObjects(join(deploy, 'kubernetes'), version)
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

type Service = { image: string; read_only?: boolean; cap_drop?: string[]; security_opt?: string[] }

/** By docker-compose itself: the first step while nothing is written yet, then all of it with the files of the setup. */
function checkCompose(folder: string): Checked {
  cpSync(deploy, join(folder, 'deploy'), { recursive: true })
  const compose = join(folder, 'deploy/compose')
  mkdirSync(join(compose, 'etc'))
  const first = readServices(compose, 'compose.setup.yaml')
  for (const name of ['pier', 'api', 'worker', 'web', 'owner']) {
    writeFileSync(join(compose, `etc/${name}.env`), '')
  }
  const all = readServices(compose, 'compose.yaml')
  return { count: all.count, faults: [...first.faults, ...all.faults] }
}

/** Every service has this version, and no rights. */
function readServices(compose: string, file: string): Checked {
  const options = ['--file', file, '--profile', 'once', 'config']
  const { status, stdout, stderr } = ask('docker-compose', options, compose)
  if (status !== 0) return { count: 0, faults: [`${file}: ${stderr}`] }
  const { services } = parse(stdout) as { services: Record<string, Service> }
  const faults = Object.entries(services).flatMap(([name, service]) => [
    ...(isBare(service) ? [] : [`${file}: ${name} has rights`]),
    ...(service.image.endsWith(`:${version}`) ? [] : [`${file}: ${name} is ${service.image}`]),
  ])
  return { count: Object.keys(services).length, faults }
}

const isBare = ({ read_only, cap_drop, security_opt }: Service) =>
  read_only === true &&
  cap_drop?.join() === 'ALL' &&
  security_opt?.join() === 'no-new-privileges:true'

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

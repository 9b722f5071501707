import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { Readable, Writable } from 'node:stream'

export type Sandbox = Awaited<ReturnType<typeof startInImage>>
type Options = {
  /** The image's files, mounted. */
  root: string
  /** What is run there: Node, if nothing else is said. */
  entrypoint?: string[]
  /** As the image's own command: a file and its arguments. */
  command: string[]
  env: Record<string, string>
  /** Folders of this machine, and where the image has them. */
  binds?: Record<string, string>
  logFile: string
}

/** That of the images. */
export const user = 10001

/**
 * Runs an image as a container engine would: as its own user without any capability, read-only but
 * for /tmp and its data, seeing no processes but its own. The network is that of this machine.
 */
export async function startInImage(options: Options) {
  const { root, command, env, binds = {}, logFile } = options
  const { entrypoint = ['/usr/local/bin/node'] } = options
  const bound = Object.entries(binds).flatMap(([from, to]) => ['--bind', from, to])
  const as = `--reuid=${user} --regid=${user} --clear-groups --no-new-privs bwrap`.split(' ')
  // `--clearenv` before `--args`, which brings the environment past the list of processes.
  const how = '--clearenv --args 3 --json-status-fd 4 --proc /proc --dev /dev --tmpfs /tmp'
  const apart = `--chdir ${existsSync(`${root}/app`) ? '/app' : '/'} --die-with-parent --unshare-pid --unshare-user --unshare-ipc --unshare-uts --uid ${user} --gid ${user} --cap-drop ALL --new-session --as-pid-1`
  const places = [
    '--ro-bind',
    root,
    '/',
    ...['api', 'worker'].flatMap((kind) =>
      existsSync(`${root}/var/lib/pier-${kind}`) ? ['--tmpfs', `/var/lib/pier-${kind}`] : [],
    ),
    ...bound,
    ...`${how} ${apart}`.split(' '),
  ]
  const child = spawn('setpriv', [...as, ...places, ...entrypoint, ...command], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const [, said, complained, secrets, status] = child.stdio as [
    null,
    Readable,
    Readable,
    Writable,
    Readable,
  ]
  for (const stream of [said, complained]) {
    stream.on('data', (part: Buffer) => appendFileSync(logFile, part))
  }
  const set = {
    PATH: '/usr/local/bin:/usr/lib/postgresql/15/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    NODE_ENV: 'production',
    ...env,
  }
  secrets.end(
    Object.entries(set)
      .map(([name, value]) => `--setenv\0${name}\0${value}\0`)
      .join(''),
  )
  const pid = await readPid(status)
  return {
    pid,
    ended: ended.then(([code]) => code),
    /** As a container engine does: the signal is for the process in it. */
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      if (existsSync(`/proc/${pid}`)) process.kill(pid, signal)
      await ended
    },
    /** What the kernel says about it. */
    rights() {
      const lines = readFileSync(`/proc/${pid}/status`, 'utf8')
      const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(lines)?.[1]
      const inside = readFileSync(`/proc/${pid}/uid_map`, 'utf8').trim().split(/\s+/)
      return { uid: Number(inside[0]), outside: Number(field('Uid')), caps: field('CapEff') }
    },
  }
}

/** bwrap says it in JSON, but not in one piece. It goes on saying things, so nobody may hang up. */
function readPid(status: Readable): Promise<number> {
  let text = ''
  return new Promise((found, failed) => {
    status.on('data', (part: Buffer) => {
      text += part.toString()
      const pid = /"child-pid": (\d+),/.exec(text)?.[1]
      if (pid) found(Number(pid))
    })
    status.once('end', () => failed(new Error('bwrap started nothing')))
  })
}

/** Runs a command of the image to its end. */
export async function runInImage(options: Options): Promise<void> {
  const code = await (await startInImage(options)).ended
  if (code !== 0) {
    const log = readFileSync(options.logFile, 'utf8').slice(-2000)
    throw new Error(`${options.command.join(' ')} ended with ${code}\n${log}`)
  }
}

type ImageConfig = {
  User?: string
  WorkingDir?: string
  Entrypoint?: string[]
  Env?: string[]
  Healthcheck?: { Test?: string[] }
}

/** What the sandbox does of itself, the image has to say to an engine that runs it. */
export function listImageFaults(storage: string[], image: string): string[] {
  const inspect = [...storage, 'inspect', '--type=image', image]
  const text = execFileSync('buildah', inspect, { encoding: 'utf8' })
  const { config } = (JSON.parse(text) as { Docker: { config: ImageConfig } }).Docker
  const { User, WorkingDir, Entrypoint, Env, Healthcheck } = config
  const isAsHere =
    User === `${user}:${user}` &&
    WorkingDir === '/app' &&
    Entrypoint?.join() === '/usr/local/bin/node' &&
    Env?.includes('NODE_ENV=production') &&
    Healthcheck?.Test?.[0] === 'CMD'
  return isAsHere ? [] : [`${image} is run as ${JSON.stringify(config)}`]
}

/** The files of a built image, which is stored below the folder for temporary files. */
export function mountImage(storage: string[], image: string): string {
  const buildah = (...more: string[]) =>
    execFileSync('buildah', [...storage, ...more], { encoding: 'utf8' }).trim()
  const root = buildah('mount', buildah('from', '--pull-never', image))
  // The folders above it are for root alone, and whoever runs the image is not.
  for (let above = dirname(root); above !== tmpdir(); above = dirname(above))
    chmodSync(above, 0o755)
  return root
}

import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A machine of its own, as far as its network and its processes are concerned. */
export type Node = { name: string; address: string; link: string; space: string }

const ip = (...args: string[]) => execFileSync('ip', args)

/** Three machines on one switch, which is ours. All of it ends with the namespace we run in. */
export function openNetwork(): Node[] {
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'switch', 'type', 'bridge')
  ip('address', 'add', '10.0.0.1/24', 'dev', 'switch')
  ip('link', 'set', 'switch', 'up')
  return [1, 2, 3].map((number) => {
    const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' })
    const ours = readlinkSync('/proc/self/ns/net')
    const space = `/proc/${holder.pid}/ns/net`
    while (readlinkSync(space) === ours) execFileSync('sleep', ['0.02'])
    const node = {
      name: `n${number}`,
      address: `10.0.0.1${number}`,
      link: `to-n${number}`,
      space,
    }
    ip('link', 'add', node.link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', `${holder.pid}`)
    ip('link', 'set', node.link, 'master', 'switch', 'up')
    const inside = (...args: string[]) => execFileSync('nsenter', [`--net=${space}`, 'ip', ...args])
    inside('address', 'add', `${node.address}/24`, 'dev', 'eth0')
    inside('link', 'set', 'lo', 'up')
    inside('link', 'set', 'eth0', 'up')
    return node
  })
}

export const cutLink = ({ link }: Node) => ip('link', 'set', link, 'down')
export const mendLink = ({ link }: Node) => ip('link', 'set', link, 'up')

/** Runs a program on a node as PostgreSQL's own user. */
export function startOn(
  node: Node,
  command: string[],
  { env, logFile }: { env: Record<string, string>; logFile: string },
): ChildProcess {
  const log = openSync(logFile, 'a')
  const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
  const child = spawn('nsenter', [`--net=${node.space}`, ...asPostgres, ...command], {
    env: { PATH: process.env['PATH'], HOME: '/var/lib/postgresql', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
    cwd: '/',
  })
  closeSync(log) // The process has its own handle.
  return child
}

/** Sends a signal to the processes of a node that have one of these names. Each name has to be there. */
export function signalOn(node: Node, names: string[], signal: NodeJS.Signals): void {
  const space = readlinkSync(node.space)
  const missing = new Set(names)
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
      if (names.includes(name) && readlinkSync(`/proc/${pid}/ns/net`) === space) {
        process.kill(Number(pid), signal)
        missing.delete(name)
      }
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (!['ENOENT', 'ESRCH'].includes(code)) throw error // Otherwise it ended meanwhile.
    }
  }
  if (missing.size > 0) throw new Error(`${node.name} runs no ${[...missing].join()}`)
}

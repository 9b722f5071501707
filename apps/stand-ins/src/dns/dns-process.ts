import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Debian installs servers where only root's PATH looks. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }

/** Runs a server in the foreground. If it does not come up, throws with what it printed. */
export async function startProcess(
  command: string,
  args: string[],
  isUp: () => Promise<boolean>,
): Promise<{ stop: () => Promise<void> }> {
  // It dies with its test, even when that is killed.
  const dying = ['--pdeathsig', 'KILL', command, ...args]
  const child = spawn('setpriv', dying, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-4000)))
  }
  child.on('error', (error) => (printed += error.message))
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) break
    if (await isUp()) return { stop: () => stop(child) }
    await sleep(50)
  }
  await stop(child)
  throw new Error(`${command} did not come up: ${printed}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL') // All its data is in a folder that is removed with it.
  await gone
}

export async function runCommand(command: string, args: string[], input = ''): Promise<string> {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  }
  child.stdin.on('error', () => {}) // A command that reads nothing may have ended by now.
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${printed}`)
  return printed
}

/** A port free for UDP and TCP at all of these addresses, below the range the system assigns. */
export async function findFreePort(addresses: string[]): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = 15_000 + Math.floor(Math.random() * 15_000)
    const answers = await Promise.all(addresses.map((address) => isFree(address, port)))
    if (answers.every(Boolean)) return port
  }
  throw new Error('No free port')
}

async function isFree(address: string, port: number): Promise<boolean> {
  const udp = createSocket('udp4')
  const tcp = createServer()
  try {
    udp.bind(port, address)
    tcp.listen(port, address)
    await Promise.all([once(udp, 'listening'), once(tcp, 'listening')])
    return true
  } catch {
    return false
  } finally {
    udp.close()
    tcp.close()
  }
}

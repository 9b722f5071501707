import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { eicar } from '../../src/providers/scan/file-scan.ts'

/** Longer files are refused by this scanner, as by one that is set too low. */
export const scannedBytesMax = 1024 * 1024

/** ClamAV with one signature, that of EICAR. Can be stopped and started again. */
export function useScanner() {
  const folder = mkdtempSync(join(tmpdir(), 'pier-scanner-'))
  const socket = join(folder, 'clamd.ctl')
  const settings = join(folder, 'clamd.conf')
  const signatures = join(folder, 'signatures')
  mkdirSync(signatures)
  const signature = Buffer.from(eicar).toString('hex')
  writeFileSync(join(signatures, 'eicar.ndb'), `Eicar-Test-Signature:0:*:${signature}\n`)
  writeFileSync(
    settings,
    `Foreground yes
User ${userInfo().username}
DatabaseDirectory ${signatures}
TemporaryDirectory ${folder}
LocalSocket ${socket}
StreamMaxLength ${scannedBytesMax}
`,
  )
  let child: ChildProcess | undefined

  async function start() {
    child = spawn('/usr/sbin/clamd', ['--config-file', settings], { stdio: 'ignore' })
    while (!existsSync(socket)) {
      if (child.exitCode !== null) throw new Error(`clamd ended with ${child.exitCode}`)
      await sleep(20)
    }
  }
  async function stop() {
    if (!child) return
    const ended = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill()
    await ended
    child = undefined
  }
  beforeAll(start)
  afterAll(async () => {
    await stop()
    rmSync(folder, { recursive: true })
  })
  return {
    env: { CLAMAV_SOCKET: socket },
    start,
    stop,
    /** It takes connections and answers none. */
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
  }
}

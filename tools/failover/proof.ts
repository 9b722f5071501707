import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * `pnpm proof failover`: the product on three PostgreSQL nodes while they are killed, frozen and cut
 * off. No acknowledged write may be lost, none doubled, and writes are back in 15 s each time.
 * `--small` is for every CI run.
 *
 * Everything runs in namespaces of its own, so that nothing of it outlives the proof, however that
 * ends. The shell in between is the first process there, which takes care of orphans.
 */
if (process.getuid?.() !== 0) throw new Error('It needs root, for networks of its own')
const folder = mkdtempSync(join(tmpdir(), 'pier-failover-'))
chmodSync(folder, 0o755)
const spaces = '--net --pid --fork --kill-child --mount --mount-proc'.split(' ')
const inside = join(import.meta.dirname, 'inside.ts')
const script = '"$@"; exit $?'
const command = [process.execPath, inside, folder, ...process.argv.slice(2)]
const child = spawn('unshare', [...spaces, 'sh', '-c', script, 'sh', ...command], {
  stdio: 'inherit',
})
const end = () => child.kill('SIGKILL')
process.once('SIGINT', end)
process.once('SIGTERM', end)
const [code] = (await once(child, 'exit')) as [number | null]
rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
process.exit(code ?? 1)

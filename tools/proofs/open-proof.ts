import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A proof, to its end, whatever that is: a line of figures, a fault or a signal. What it started is
 * stopped, and every failure is named.
 */
export function openProof(name: string) {
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 1000)
  const folder = mkdtempSync(join(tmpdir(), `pier-${name}-`))
  chmodSync(folder, 0o777)
  const failures: string[] = []
  const endings: (() => unknown)[] = [
    // Something may still be writing its last.
    () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }),
  ]
  const endAll = async () => {
    // One that fails must not leave the others running.
    for (const end of endings.splice(0).toReversed()) await Promise.try(end).catch(console.error)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void endAll().then(() => process.exit(1)))
  }
  return {
    /** Of its own, and gone in the end. */
    folder,
    failures,
    say: (what: string) => console.log(`${String(seconds()).padStart(5)} s  ${what}`),
    /** What has to be stopped in the end, the last first. */
    ending: (end: () => unknown) => void endings.push(end),
    async run(prove: () => Promise<string>, ifBroken = () => {}): Promise<never> {
      let line = 'not finished'
      try {
        line = await prove()
      } catch (error) {
        failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
        ifBroken()
      }
      await endAll()
      for (const failure of failures) console.log(`off: ${failure}`)
      console.log(`proof ${name}: ${line}; ${seconds()} s`)
      process.exit(failures.length === 0 ? 0 : 1)
    },
  }
}

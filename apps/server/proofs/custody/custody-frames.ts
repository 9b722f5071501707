/** Validates every message from the wire a second time, with xmllint. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { letPerlClientTalk, talkToPerlServer } from '../../test/registry/peers/perl-peers.ts'
import { schemaPath } from '../../test/registry/schemas/schema-check.ts'

export type Frame = { from: 'registry' | 'registrar'; xml: string }

const filesPerRun = 200

export function countInvalidFrames(frames: readonly Frame[], folder: string): number {
  mkdirSync(folder, { recursive: true })
  const files = frames.map(({ from, xml }, index) => {
    const file = join(folder, `${String(index).padStart(5, '0')}-${from}.xml`)
    writeFileSync(file, xml, { mode: 0o600 })
    return file
  })
  let valid = 0
  for (let start = 0; start < files.length; start += filesPerRun) {
    const some = files.slice(start, start + filesPerRun)
    const options = ['--noout', '--nonet', '--schema', schemaPath]
    const { stderr } = spawnSync('xmllint', [...options, ...some], { encoding: 'utf8' })
    const lines = stderr.split('\n').filter(Boolean)
    valid += lines.filter((line) => line.endsWith(' validates')).length
    for (const line of lines.filter((one) => !one.endsWith(' validates'))) console.error(line)
  }
  return files.length - valid
}

/**
 * Both directions with an independent implementation: how many conversations went wrong, and their
 * lines in all.
 */
export async function countMisunderstood(): Promise<{ lines: number; wrong: number }> {
  let lines = 0
  let wrong = 0
  for (const { said, wanted, violations } of [
    await letPerlClientTalk(),
    await talkToPerlServer(),
  ]) {
    lines += wanted.length
    if (isDeepStrictEqual(said, wanted) && violations.length === 0) continue
    wrong++
    console.error({ said, wanted, violations })
  }
  return { lines, wrong }
}

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Values = Record<string, string | undefined>
/** What only people can supply, each with where it comes from. */
type Open = Record<string, string>

export type EnvFile = { values: Values; open?: Open } | { text: string }

/** Writes the files for their owner's eyes alone, and never over one that is there. */
export function writeEnvFiles(folder: string, files: Record<string, EnvFile>): void {
  const there = Object.keys(files).filter((name) => existsSync(join(folder, name)))
  if (there.length > 0)
    throw new Error(`${folder} has ${there.join(', ')} already: nothing was done`)
  for (const [name, file] of Object.entries(files)) {
    writeFileSync(join(folder, name), textOf(file), { mode: 0o600, flag: 'wx' })
  }
}

function textOf(file: EnvFile): string {
  if ('text' in file) return file.text
  const { values, open = {} } = file
  const known = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  )
  const asked = Object.entries(open).map(([name, from]) => `# ${from}\n${name}=`)
  return `${[...known, ...asked].join('\n')}\n`
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Variables, with what only people can supply and where each of it comes from; or a text. */
export type ConfigFile =
  | { values: Record<string, string>; open?: Record<string, string> }
  | { text: string }

const head = `# A value is written as it is. One with a #, a $, a \\ or quotes goes into a file of its own instead, which its
# process can read: NAME_FILE=/path in place of NAME=value.`

/** For their owner's eyes alone, and never over a file that is there. */
export function writeFiles(folder: string, files: Record<string, ConfigFile>): void {
  for (const [name, file] of Object.entries(files)) {
    writeFileSync(join(folder, name), textOf(file), { mode: 0o600, flag: 'wx' })
  }
}

function textOf(file: ConfigFile): string {
  if ('text' in file) return file.text
  const known = Object.entries(file.values).map(([name, value]) => `${name}=${value}`)
  const asked = Object.entries(file.open ?? {}).map(([name, from]) => `# ${from}\n${name}=`)
  return `${[head, ...known, ...asked].join('\n')}\n`
}

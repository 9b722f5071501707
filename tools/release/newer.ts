import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Roots } from './town.ts'

/**
 * A newer version, as the next release would be: a step more of the schema, and a web whose files have
 * other names, so that a page of one version asks for what the other does not have.
 */
export function makeNewer(folder: string, roots: Roots): Roots {
  const newer = { server: join(folder, 'newer-server'), web: join(folder, 'newer-web') }
  for (const app of ['server', 'web'] as const) {
    execFileSync('cp', ['-al', roots[app], newer[app]])
  }
  writeFileSync(
    join(newer.server, 'app/src/platform/db/migrations/9000_of_a_newer_version.sql'),
    'alter table users add column of_a_newer_version integer;\n',
  )
  renameAssets(join(newer.web, 'app/build'))
  return newer
}

const asset = /[\w.-]+\.(?:js|css)\b/g

function renameAssets(build: string): void {
  const assets = join(build, 'client/assets')
  const names = readdirSync(assets)
  const newNames = new Map(
    names
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => [name, name.replace(/(?=\.\w+$)/, 'n')]),
  )
  const [version] = names.flatMap((name) => /^manifest-(\w+)\.js$/.exec(name)?.[1] ?? [])
  if (!version) throw new Error('the build has no manifest')
  for (const name of readdirSync(build, { recursive: true, encoding: 'utf8' })) {
    const path = join(build, name)
    if (/\.(br|gz)$/.test(name)) rmSync(path)
    if (!/\.(js|css)$/.test(name)) continue
    const text = readFileSync(path, 'utf8')
      .replaceAll(asset, (found) => newNames.get(found) ?? found)
      .replaceAll(`"${version}"`, `"${version}n"`)
    // Not into the file itself, which is one with that of the older version.
    rmSync(path)
    writeFileSync(path, text)
    const newName = newNames.get(basename(path))
    if (newName && path.startsWith(assets)) renameSync(path, join(assets, newName))
  }
}

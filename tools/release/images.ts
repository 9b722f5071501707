import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * `pnpm images [storage]`: the images of server and web, from what `pnpm build` made. They need no
 * registry: the base is Debian's own packages, by mmdebstrap. They end up in the storage of whoever
 * runs it, or below the folder that is named.
 */
const root = resolve(import.meta.dirname, '../..')
const dist = join(root, 'dist')
/** What Node and its packages load, what TLS and time need, and what limits a picture's process. */
const debianPackages =
  'base-files,libc6,libgcc-s1,libstdc++6,ca-certificates,netbase,tzdata,media-types,dash,coreutils'
/** No package is installed, so nothing would say which are there: scanners read this folder. */
const keepVersions = `mkdir -p "$1/var/lib/dpkg/status.d"
for deb in "$1"/var/cache/apt/archives/*.deb; do
  dpkg-deb --field "$deb" > "$1/var/lib/dpkg/status.d/$(dpkg-deb --field "$deb" Package)"
done`

const apps = ['server', 'web'] as const
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
}
export const imageOf = (app: (typeof apps)[number]) => `pier-${app}:${version}`

/** Options for buildah that keep everything below one folder. */
export const storedBelow = (folder: string): string[] =>
  `--storage-driver=vfs --root=${folder}/storage --runroot=${folder}/run`.split(' ')

export function buildImages(storage: string[] = []): void {
  for (const app of apps) {
    if (!existsSync(join(dist, app))) throw new Error(`dist/${app} is missing: run pnpm build`)
  }
  run('node', ['tools/gate/sbom.ts'])
  mkdirSync(join(dist, 'empty'), { recursive: true })
  copyFileSync(process.execPath, join(dist, 'node'))
  const base = join(dist, 'base.tar')
  const options = [`--include=${debianPackages}`, `--extract-hook=${keepVersions}`]
  run('mmdebstrap', ['--quiet', '--variant=extract', ...options, 'bookworm', base])
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  for (const app of apps) {
    const how =
      '--isolation=chroot --format=docker --layers=false --quiet --file=deploy/Containerfile'
    const which = `--target=${app} --tag=${imageOf(app)}`
    const told = `--build-arg=VERSION=${version} --build-arg=REVISION=${revision.trim()}`
    run('buildah', [...storage, 'build', ...`${how} ${which} ${told}`.split(' '), dist])
  }
}

function run(command: string, options: string[]) {
  execFileSync(command, options, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

if (import.meta.main) {
  const folder = process.argv[2]
  buildImages(folder ? storedBelow(resolve(folder)) : [])
}

import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * `pnpm images [storage]`: the images of server and web, from what `pnpm build` made, and one of the
 * parts that one machine runs beside them. They need no registry: all is Debian's own packages, by
 * mmdebstrap. They end up in the storage of whoever runs it, or below the folder that is named.
 */
const root = resolve(import.meta.dirname, '../..')
const dist = join(root, 'dist')
/** What Node and its packages load, what TLS and time need, and what limits a picture's process. */
const debianPackages =
  'base-files,libc6,libgcc-s1,libstdc++6,ca-certificates,netbase,tzdata,media-types,dash,coreutils'
/** What one machine runs beside us: deploy/compose/compose.yaml. */
const partsPackages =
  'base-files,libc6,netbase,tzdata,ca-certificates,dash,coreutils,postgresql-15,pgbouncer,unbound,' +
  'dns-root-data,nginx-light,msmtp-mta,prometheus'
/**
 * What Debian's packages would write while they are installed. They would make users of their own;
 * here there is one for all of them.
 */
const etc = {
  hosts: '127.0.0.1 localhost\n::1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  passwd: 'root:x:0:0::/:/bin/sh\npier:x:10001:10001::/:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n',
  group: 'root:x:0:\npier:x:10001:\nnogroup:x:65534:\n',
}
/** No package is installed, so nothing would say which are there: scanners read this folder. */
const keepVersions = `mkdir -p "$1/var/lib/dpkg/status.d"
for deb in "$1"/var/cache/apt/archives/*.deb; do
  dpkg-deb --field "$deb" > "$1/var/lib/dpkg/status.d/$(dpkg-deb --field "$deb" Package)"
done`

const apps = ['server', 'web'] as const
const images = [...apps, 'parts'] as const
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
}
export const imageOf = (image: (typeof images)[number]) => `pier-${image}:${version}`

/** Options for buildah that keep everything below one folder. */
export const storedBelow = (folder: string): string[] =>
  `--storage-driver=vfs --root=${folder}/storage --runroot=${folder}/run`.split(' ')

export function buildImages(
  storage: string[] = [],
  wanted: readonly (typeof images)[number][] = images,
): void {
  for (const app of apps) {
    if (!existsSync(join(dist, app))) throw new Error(`dist/${app} is missing: run pnpm build`)
  }
  run('node', ['tools/gate/sbom.ts'])
  mkdirSync(join(dist, 'empty'), { recursive: true })
  copyFileSync(process.execPath, join(dist, 'node'))
  unpackDebian('base.tar', debianPackages)
  if (wanted.includes('parts')) unpackDebian('parts.tar', partsPackages)
  mkdirSync(join(dist, 'etc/pier'), { recursive: true }) // Where configuration is mounted.
  for (const [name, text] of Object.entries(etc)) writeFileSync(join(dist, 'etc', name), text)
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  for (const image of wanted) {
    const how =
      '--isolation=chroot --format=docker --layers=false --quiet --file=deploy/Containerfile'
    const which = `--target=${image} --tag=${imageOf(image)}`
    const told = `--build-arg=VERSION=${version} --build-arg=REVISION=${revision.trim()}`
    run('buildah', [...storage, 'build', ...`${how} ${which} ${told}`.split(' '), dist])
  }
}

function unpackDebian(file: string, packages: string) {
  const options = [`--include=${packages}`, `--extract-hook=${keepVersions}`]
  run('mmdebstrap', ['--quiet', '--variant=extract', ...options, 'bookworm', join(dist, file)])
}

function run(command: string, options: string[]) {
  execFileSync(command, options, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

if (import.meta.main) {
  const folder = process.argv[2]
  buildImages(folder ? storedBelow(resolve(folder)) : [])
}

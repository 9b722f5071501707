import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { listShippedPackages, writeSbom } from '../gate/sbom.ts'

/**
 * `pnpm pack:release`: what is published of a release, in `dist/release`: archives of what
 * `pnpm build` made, what they bring along, and the hashes of all of it. `RELEASE_KEY` names the
 * ssh key that signs the hashes. The same build gives the same bytes.
 */
export const namespace = 'pier-release'
const apps = ['server', 'web'] as const
const beside = ['sbom.cdx.json', 'licences.txt']
/** pnpm notes here where and when it installed. Nothing reads it in production. */
const installNotes = ['.modules.yaml', '.pnpm-workspace-state-v1.json']

export type Release = {
  /** The folder that `pnpm build` filled. */
  dist: string
  version: string
  /** In seconds since 1970: every file of the archives has this time. */
  committedAt: number
  /** The ssh key that signs. Without one there is no signature. */
  keyFile?: string | undefined
}

/** Returns the folder of the release. */
export function packRelease({ dist, version, committedAt, keyFile }: Release): string {
  refuseMissing(dist)
  const folder = join(dist, 'release')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const app of apps)
    archive({ dist, app, committedAt, file: join(folder, `pier-${app}-${version}.tar.gz`) })
  for (const file of beside) copyFileSync(join(dist, file), join(folder, file))
  for (const image of imagesOf(dist, version))
    copyFileSync(join(dist, 'images', image), join(folder, image))
  writeSums(folder)
  if (keyFile !== undefined) sign(folder, keyFile)
  return folder
}

function refuseMissing(dist: string) {
  for (const name of apps)
    if (!existsSync(join(dist, name))) throw new Error(`${name} is missing: run pnpm build`)
  for (const name of beside)
    if (!existsSync(join(dist, name))) throw new Error(`${name} is missing: run pnpm sbom`)
}

type Archive = { dist: string; app: string; committedAt: number; file: string }

/** What differs from machine to machine is left out: order, owner, umask, times, links of a store. */
function archive({ dist, app, committedAt, file }: Archive) {
  const same = '--format=gnu --sort=name --owner=0 --group=0 --numeric-owner --hard-dereference'
  const options = [
    ...same.split(' '),
    '--mode=u=rwX,go=rX',
    `--mtime=@${committedAt}`,
    ...installNotes.map((name) => `--exclude=node_modules/${name}`),
    '--use-compress-program=gzip -n',
  ]
  execFileSync('tar', ['--create', `--file=${file}`, ...options, `--directory=${dist}`, app])
}

/** Images are made apart, and only where buildah is: those that are there are published, too. */
function imagesOf(dist: string, version: string): string[] {
  const images = join(dist, 'images')
  if (!existsSync(images)) return []
  return readdirSync(images).filter((name) => name.endsWith(`-${version}.docker.tar`))
}

function writeSums(folder: string) {
  const files = readdirSync(folder).sort()
  const sums = execFileSync('sha256sum', files, { cwd: folder })
  writeFileSync(join(folder, 'SHA256SUMS'), sums)
}

/** Leaves `SHA256SUMS.sig`. Asks for the key's passphrase where it has one. */
function sign(folder: string, keyFile: string) {
  const options = ['-q', '-Y', 'sign', '-f', resolve(keyFile), '-n', namespace, 'SHA256SUMS']
  execFileSync('ssh-keygen', options, { cwd: folder, stdio: 'inherit' })
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '../..')
  const git = (...options: string[]) =>
    execFileSync('git', options, { cwd: root, encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain')
  if (changed !== '') throw new Error(`A release is made of a commit. Not in one:\n${changed}`)
  const manifest = readFileSync(join(root, 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const dist = join(root, 'dist')
  writeSbom(listShippedPackages(), dist)
  const committedAt = Number(git('log', '-1', '--format=%ct'))
  const keyFile = process.env['RELEASE_KEY']
  const folder = packRelease({ dist, version, committedAt, keyFile })
  console.log(readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim())
  console.log(keyFile ? 'Signed: SHA256SUMS.sig' : 'Not signed: RELEASE_KEY names no key')
}

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Lists the third-party packages that a build ships: `sbom.cdx.json` (CycloneDX 1.6) and
 * `licences.txt`. The same tree gives the same bytes. Fails if a licence is unknown or not allowed.
 */
const root = resolve(import.meta.dirname, '../..')

/**
 * What a work under AGPL-3.0-or-later may contain. The first group requires only its notice
 * (Apache-2.0 is compatible with GPL version 3, not 2); LGPL-3.0 itself permits use under the GPL.
 * The last two are for fonts: data beside the program, which keep their own licence.
 */
const allowed = new Set(
  [
    '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 Unlicense Zlib',
    'LGPL-3.0-or-later',
    'OFL-1.1 Bitstream-Vera',
  ].flatMap((group) => group.split(' ')),
)

/** Packages whose manifest names no licence; a person has read their LICENSE file. Per version. */
const readByUs: Record<string, string> = {
  'dejavu-fonts-ttf@2.37.3': 'Bitstream-Vera',
  'png-js@2.0.0': 'MIT',
}

export type ShippedPackage = {
  name: string
  version: string
  licence: string | undefined
  licenceTexts: string[]
  /** Of the tarball, in hex. */
  sha512: string
}

/** What production installs on this platform, by name. */
export function listShippedPackages(): ShippedPackage[] {
  const tree = execFileSync('pnpm', ['ls', '--json', '--prod', '-r', '--depth', 'Infinity'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
  const integrities = integritiesOf(lockfile)
  const packages = (JSON.parse(tree) as TreeNode[])
    .flatMap(nodesBelow)
    .filter((node) => isInstalled(node, lockfile))
    .map((node) => readPackage(node.path, integrities))
  const byId = new Map(packages.map((shipped) => [idOf(shipped), shipped]))
  return [...byId].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shipped]) => shipped)
}

/** One line for each package that must not be shipped. */
export const licenceProblems = (packages: ShippedPackage[]): string[] =>
  packages
    .filter(({ licence }) => !isAllowed(licence))
    .map((shipped) => `${idOf(shipped)}: licence ${shipped.licence ?? 'not known'}`)

export function writeSbom(packages: ShippedPackage[], folder: string) {
  const problems = licenceProblems(packages)
  if (problems.length > 0) throw new Error(`May not be shipped:\n${problems.join('\n')}`)
  mkdirSync(folder, { recursive: true })
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'pier', licenses: spdx(ownLicence) } },
    components: packages.map(presentComponent),
  }
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
  writeFileSync(
    join(folder, 'licences.txt'),
    packages.map(presentLicence).join(`${'─'.repeat(80)}\n`),
  )
}

const ownLicence = 'AGPL-3.0-or-later'
const idOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`

type TreeNode = { from: string; version: string; path: string } & {
  dependencies?: Record<string, TreeNode>
  optionalDependencies?: Record<string, TreeNode>
}

/** The third-party packages below a node; packages of this workspace are left out. */
function nodesBelow({ dependencies, optionalDependencies }: TreeNode): TreeNode[] {
  const below = Object.values({ ...dependencies, ...optionalDependencies })
  const isOurs = ({ version }: TreeNode) => version.startsWith('link:')
  return below.flatMap((node) => [...(isOurs(node) ? [] : [node]), ...nodesBelow(node)])
}

/** pnpm lists the builds for every platform but installs only those for this one. */
function isInstalled({ from: name, version, path }: TreeNode, lockfile: string): boolean {
  if (existsSync(path)) return true
  const id = RegExp.escape(idOf({ name, version }))
  const isOptional = new RegExp(`^ {2}'?${id}'?:\\n(?: {4}.*\\n)* {4}optional: true$`, 'm')
  if (isOptional.test(lockfile)) return false
  throw new Error(`${name}@${version} is not installed`)
}

type Integrities = Map<string, string>

function integritiesOf(lockfile: string): Integrities {
  const entries = lockfile.matchAll(/^ {2}'?([^\s']+)'?:\n {4}resolution: \{integrity: (\S+)\}$/gm)
  return new Map([...entries].map(([, id = '', integrity = '']) => [id, integrity]))
}

function readPackage(folder: string, integrities: Integrities): ShippedPackage {
  type Manifest = { name: string; version: string; license?: unknown }
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const { name, version, license } = manifest
  const integrity = integrities.get(idOf(manifest))
  if (!integrity?.startsWith('sha512-')) throw new Error(`${idOf(manifest)} is not locked`)
  return {
    name,
    version,
    licence: readByUs[idOf(manifest)] ?? (typeof license === 'string' ? license : undefined),
    licenceTexts: readdirSync(folder)
      .filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(file))
      .sort()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim()),
    sha512: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
  }
}

/** Either all of several licences, or one of several. A mix of both needs a person. */
function isAllowed(licence = ''): boolean {
  const names = licence.replace(/^\((.*)\)$/, '$1')
  if (names.includes(' AND ')) return names.split(' AND ').every((name) => allowed.has(name))
  return names.split(' OR ').some((name) => allowed.has(name))
}

const spdx = (licence: string) =>
  licence.includes(' ') ? [{ expression: licence }] : [{ license: { id: licence } }]

function presentComponent({ name, version, licence = '', sha512 }: ShippedPackage) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [bare = '', group] = name.split('/').toReversed()
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group && { group }),
    name: bare,
    version,
    hashes: [{ alg: 'SHA-512', content: sha512 }],
    licenses: spdx(licence),
    purl,
  }
}

const presentLicence = (shipped: ShippedPackage) =>
  [
    idOf(shipped),
    `Licence: ${shipped.licence}`,
    ...(shipped.licenceTexts.length > 0
      ? shipped.licenceTexts
      : ['The package comes without a licence file.']),
  ].join('\n\n') + '\n'

if (import.meta.main) {
  const packages = listShippedPackages()
  writeSbom(packages, join(root, 'dist'))
  console.log(`dist/sbom.cdx.json and dist/licences.txt: ${packages.length} packages`)
}

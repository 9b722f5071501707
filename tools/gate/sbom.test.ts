import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { licenceProblems, listShippedPackages, type ShippedPackage, writeSbom } from './sbom.ts'

type Component = { group?: string; name: string; purl: string; hashes: { content: string }[] }

const root = join(import.meta.dirname, '../..')
const packages = listShippedPackages()
const newFolder = () => mkdtempSync(join(tmpdir(), 'sbom-'))

/** The two files of a build. */
function write(shipped: ShippedPackage[]) {
  const folder = newFolder()
  writeSbom(shipped, folder)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  return { sbom: read('sbom.cdx.json'), licences: read('licences.txt') }
}

function namesOf(sbom: string): string[] {
  const { components } = JSON.parse(sbom) as { components: Component[] }
  return components.map(({ group, name }) => (group ? `${group}/${name}` : name))
}

test('everything that the server and the web ask for in production is named, and no tool', () => {
  const manifests = ['apps/server', 'apps/web', 'packages/protocol', 'packages/telemetry'].map(
    (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
  ) as { dependencies: Record<string, string>; devDependencies?: Record<string, string> }[]
  const asked = manifests
    .flatMap(({ dependencies }) => Object.keys(dependencies))
    .filter((name) => !name.startsWith('@pier/'))
  const tools = manifests
    .flatMap(({ devDependencies = {} }) => Object.keys(devDependencies))
    .filter((name) => name !== '@types/react') // Mantine asks for it, so it comes along.

  const names = namesOf(write(packages).sbom)
  expect(asked.length).toBeGreaterThan(40)
  expect(asked.filter((name) => !names.includes(name))).toEqual([])
  expect(names).toEqual(expect.arrayContaining(['pg', 'pg-types', 'postgres-bytea'])) // Transitive.
  expect(names.filter((name) => tools.includes(name))).toEqual([])
})

test('a package is named by its address, version and the hash that the lockfile has', () => {
  const { components } = JSON.parse(write(packages).sbom) as { components: Component[] }
  const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')

  expect(components.map(({ purl }) => purl)).toContainEqual(
    expect.stringMatching(/^pkg:npm\/%40fastify\/cookie@\d+\.\d+\.\d+$/),
  )
  for (const { purl, hashes } of components) {
    const id = decodeURIComponent(purl.slice('pkg:npm/'.length))
    const [, entry = ''] = lockfile.split(new RegExp(`^ {2}'?${RegExp.escape(id)}'?:`, 'm'))
    const hash = Buffer.from(hashes[0]?.content ?? '', 'hex').toString('base64')
    expect(hash).toHaveLength(88)
    expect(entry.trim().split('\n')[0]).toBe(`resolution: {integrity: sha512-${hash}}`)
  }
})

test('each package stands in the list of licences, with the text that came with it', () => {
  const { licences } = write(packages)

  for (const { name, version, licence } of packages)
    expect(licences).toContain(`${name}@${version}\n\nLicence: ${licence}\n\n`)
  for (const name of ['fastify', 'react', 'dejavu-fonts-ttf']) {
    const text = readFileSync(join(root, 'apps/server/node_modules', name, 'LICENSE'), 'utf8')
    expect(licences).toContain(text.trim())
  }
  expect(licences.split('The package comes without a licence file.').length).toBeLessThan(20)
})

test('the same tree gives the same files', () => {
  expect(write(listShippedPackages())).toEqual(write(packages))
})

test.each([
  [undefined, 'not known'],
  ['UNLICENSED', 'UNLICENSED'],
  ['SSPL-1.0', 'SSPL-1.0'],
  ['GPL-2.0-only', 'GPL-2.0-only'],
  ['(MIT AND SSPL-1.0)', '(MIT AND SSPL-1.0)'],
  ['(MIT OR ISC) AND SSPL-1.0', '(MIT OR ISC) AND SSPL-1.0'],
  ['SEE LICENSE IN README.md', 'SEE LICENSE IN README.md'],
])('a package with the licence %s stops the build, and nothing is written', (licence, said) => {
  const folder = newFolder()
  const stranger = { name: 'stranger', version: '1.0.0', licence, licenceTexts: [], sha512: '' }

  expect(() => writeSbom([...packages, stranger], folder)).toThrow(
    `stranger@1.0.0: licence ${said}`,
  )
  expect(readdirSync(folder)).toEqual([])
})

test('one good licence of several to choose from is enough, of several together all are asked', () => {
  const some = { name: 'some', version: '1.0.0', licenceTexts: [], sha512: '' }
  const given = ['(MIT OR SSPL-1.0)', 'SSPL-1.0 OR MIT', '(MIT AND Zlib)', 'Apache-2.0']

  expect(licenceProblems(given.map((licence) => ({ ...some, licence })))).toEqual([])
})

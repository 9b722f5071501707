import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** How pnpm has to choose and install packages: the settings file, and its effect. */
vi.setConfig({ testTimeout: 60_000 }) // pnpm is slow on a busy machine.
const root = join(import.meta.dirname, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'supply-chain-'))
const scriptRan = join(scratch, 'script-ran')

type Settings = Record<string, unknown> & { allowBuilds: Record<string, boolean> }
const settings = JSON.parse(
  execFileSync('pnpm', ['config', 'list', '--json'], { cwd: root, encoding: 'utf8' }),
) as Settings

test('a version has to be seven days old, and none is exempt', () => {
  expect(settings).toMatchObject({ minimumReleaseAge: 7 * 24 * 60, minimumReleaseAgeStrict: true })
  // An urgent fix is listed here by name and version, for the week it needs.
  expect(settings['minimumReleaseAgeExclude'] ?? []).toEqual([])
})

test('whether a package may run a script while it is installed is written down with its reason', () => {
  const rows = readFileSync(join(root, 'docs/dependencies.md'), 'utf8').matchAll(
    /^\| `(\S+)` \| (yes|no) \| .{20,} \|$/gm,
  )
  const explained = [...rows].map(([, name, runs]) => [name, runs === 'yes'])

  expect(Object.fromEntries(explained)).toEqual(settings.allowBuilds)
  expect(settings).toMatchObject({ strictDepBuilds: true })
  expect(settings).not.toHaveProperty('dangerouslyAllowAllBuilds')
})

const published: Record<string, { daysAgo: number; manifest: object }> = {
  'harbour@1.0.0': { daysAgo: 8, manifest: {} },
  'harbour@1.1.0': { daysAgo: 6, manifest: {} },
  'needs-the-new-harbour@1.0.0': { daysAgo: 8, manifest: { dependencies: { harbour: '1.1.0' } } },
  'builds@1.0.0': {
    daysAgo: 8,
    manifest: { scripts: { postinstall: `touch ${scriptRan}` } },
  },
}
const registry = createServer(({ url = '' }, reply) => {
  const origin = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
  const [, name = '', file] = url.split('/')
  reply.end(file ? tarball(file) : JSON.stringify(presentPackage(name, origin)))
})
beforeAll(async () => {
  await once(registry.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  registry.close()
  rmSync(scratch, { recursive: true })
})

/** The registry's document about a package: its versions, their tarballs and dates. */
function presentPackage(name: string, origin: string) {
  const versions = Object.entries(published)
    .filter(([id]) => id.startsWith(`${name}@`))
    .map(([id, { daysAgo, manifest }]) => {
      const version = id.slice(name.length + 1)
      const integrity = `sha512-${createHash('sha512').update(tarball(id)).digest('base64')}`
      const dist = { integrity, tarball: `${origin}/${name}/${id}` }
      const publishedAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
      return { version, publishedAt, entry: { name, version, ...manifest, dist } }
    })
  return {
    name,
    'dist-tags': { latest: versions.at(-1)?.version },
    versions: Object.fromEntries(versions.map(({ version, entry }) => [version, entry])),
    time: Object.fromEntries(versions.map(({ version, publishedAt }) => [version, publishedAt])),
  }
}

function tarball(id: string): Buffer {
  const folder = join(scratch, 'packed', id)
  const file = join(folder, 'package.tgz')
  if (existsSync(file)) return readFileSync(file)
  const [name, version] = id.split('@')
  mkdirSync(join(folder, 'package'), { recursive: true })
  const manifest = { name, version, ...published[id]?.manifest }
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify(manifest))
  execFileSync('tar', ['-czf', file, '-C', folder, 'package'])
  return readFileSync(file)
}

/** Adds a package to a new project with our own settings file. */
async function add(wanted: string) {
  const project = mkdtempSync(join(scratch, 'project-'))
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
  copyFileSync(join(root, 'pnpm-workspace.yaml'), join(project, 'pnpm-workspace.yaml'))
  const { port } = registry.address() as AddressInfo
  const folders = [`--store-dir=${scratch}/store`, `--cache-dir=${scratch}/cache`]
  const options = [`--registry=http://127.0.0.1:${port}`, ...folders, '--workspace-root']
  const env = { ...process.env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' }
  const pnpm = spawn('pnpm', ['add', wanted, ...options], { cwd: project, env })
  let said = ''
  for (const stream of [pnpm.stdout, pnpm.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString()))
  const [code] = (await once(pnpm, 'close')) as [number]
  return { code, said, manifest: readFileSync(join(project, 'package.json'), 'utf8') }
}

test('of two versions pnpm takes the one that is eight days old, not the one of six', async () => {
  const { code, manifest } = await add('harbour')

  expect(code).toBe(0)
  expect(JSON.parse(manifest)).toMatchObject({ dependencies: { harbour: '1.0.0' } })
})

test.each(['harbour@1.1.0', 'needs-the-new-harbour'])(
  'pnpm refuses %s, because of a version of six days ago',
  async (wanted) => {
    const { code, said, manifest } = await add(wanted)

    expect(code).not.toBe(0)
    expect(said).toContain('harbour@1.1.0 was published at')
    expect(manifest).not.toContain('harbour')
  },
)

test('a package with an install script that is not named fails the install, and it does not run', async () => {
  const { code, said } = await add('builds')

  expect(code).not.toBe(0)
  expect(said).toContain('Ignored build scripts: builds@1.0.0')
  expect(existsSync(scriptRan)).toBe(false)
})

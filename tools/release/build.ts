import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'

/**
 * `pnpm build`: what production runs, as JavaScript, in `dist/server` and `dist/web`. Each folder
 * holds its production dependencies and needs nothing else but Node.
 */
const root = resolve(import.meta.dirname, '../..')
const dist = join(root, 'dist')
const apps = ['server', 'web'] as const
const shared = ['protocol', 'telemetry'] as const

for (const folder of [...apps, ...shared])
  rmSync(join(dist, folder), { recursive: true, force: true })
run('node', ['apps/web/build.ts'])
for (const name of shared) compile(`packages/${name}`)
for (const app of apps) {
  installProduction(app)
  compile(`apps/${app}`)
}
cpSync(join(root, 'apps/server/src'), join(dist, 'server/src'), {
  recursive: true,
  filter: (path) => !['.ts', '.txt'].includes(extname(path)), // Steps of the schema, and lists.
})
cpSync(join(root, 'apps/web/build'), join(dist, 'web/build'), { recursive: true })
for (const name of shared) rmSync(join(dist, name), { recursive: true })

/** The packages of the lockfile that the app needs, without those for development. */
function installProduction(app: (typeof apps)[number]) {
  const folder = join(dist, app)
  run('pnpm', ['--filter', `@pier/${app}`, 'deploy', '--prod', '--ignore-scripts', folder])
  const kept = new Set(['node_modules', 'package.json'])
  for (const name of readdirSync(folder)) {
    if (!kept.has(name)) rmSync(join(folder, name), { recursive: true })
  }
  for (const name of shared) placeShared(folder, name)
}

/** Node strips no types below node_modules, so what we share is compiled there, too. */
function placeShared(folder: string, shared: string) {
  const place = realpathSync(join(folder, 'node_modules/@pier', shared))
  const kept = new Set(['node_modules'])
  for (const name of readdirSync(place)) {
    if (!kept.has(name)) rmSync(join(place, name), { recursive: true })
  }
  cpSync(join(dist, shared), join(place, 'src'), { recursive: true })
  const source = readFileSync(join(root, 'packages', shared, 'package.json'), 'utf8')
  const { name, license, type, dependencies } = JSON.parse(source) as Record<string, unknown>
  const manifest = { name, license, type, exports: { './*': './src/*.js' }, dependencies }
  writeFileSync(join(place, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function compile(folder: string) {
  run('pnpm', ['exec', 'tsc', '-p', join(folder, 'tsconfig.build.json')])
}

function run(command: string, options: string[]) {
  execFileSync(command, options, { cwd: root, stdio: 'inherit' })
}

import { gzipSync } from 'node:zlib'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { createBuilder, type Plugin, type Rolldown } from 'vite'
import routes from '../src/routes.ts'
import { type PageLoad, type PlainChunk, planChunks } from './plan-chunks.ts'

/** Where people arrive counts for more than where few of them go. */
const weights: Record<string, number> = {
  'screens/landing/landing-screen.tsx': 80,
  'screens/public-listings/public-listings-screen.tsx': 80,
  'screens/app/dashboard/dashboard-screen.tsx': 40,
  'screens/app/loan/loan-screen.tsx': 40,
}
const publicWeight = 20
const appWeight = 10
const consoleWeight = 1

/**
 * Builds the web with its scripts in few files. What a file really holds is only known when all is
 * linked, so the browser's half is built twice: once as the bundler would, and then in groups.
 */
export async function buildInGroups(root: string): Promise<void> {
  const chunks = await buildPlainChunks(root)
  const groups = planChunks(chunks.map(describe), listPages(chunks))
  const groupOf = new Map(
    groups.flatMap(({ modules }, group) => modules.map((id) => [id, group] as const)),
  )
  const codeSplitting = {
    groups: groups.map((_, group) => ({
      name: `part-${group}`,
      test: (id: string) => groupOf.get(id) === group,
      priority: groups.length - group, // What a group imports has been taken before it.
    })),
  }
  const builder = await createBuilder({
    root,
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  })
  await builder.buildApp()
}

async function buildPlainChunks(root: string): Promise<Rolldown.OutputChunk[]> {
  let chunks: Rolldown.OutputChunk[] = []
  const collect: Plugin = {
    name: 'collect-plain-chunks',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    },
  }
  const builder = await createBuilder({
    root,
    plugins: [collect],
    build: { write: false },
    logLevel: 'error',
  })
  const { client } = builder.environments
  if (!client) throw new Error('The build has no half for the browser')
  await builder.build(client)
  return chunks
}

const describe = (chunk: Rolldown.OutputChunk): PlainChunk => ({
  name: chunk.fileName,
  modules: chunk.moduleIds,
  imports: chunk.imports,
  bytes: gzipSync(chunk.code).length,
  isEntry: chunk.facadeModuleId !== null,
})

/** Each page loads what every page loads, its layouts and its screen. */
function listPages(chunks: readonly Rolldown.OutputChunk[]): PageLoad[] {
  const filesOf = (file: string) =>
    chunks
      .filter(({ facadeModuleId }) => facadeModuleId?.split('?')[0]?.endsWith(`/src/${file}`))
      .map(({ fileName }) => fileName)
  const below = (entries: readonly RouteConfigEntry[], above: readonly string[]): PageLoad[] =>
    entries.flatMap(({ file, children }) => {
      const loaded = [...above, ...filesOf(file)]
      return children ? below(children, loaded) : [{ chunks: loaded, weight: weightOf(file) }]
    })
  return below(routes, [...filesOf('entry.client.tsx'), ...filesOf('root.tsx')])
}

function weightOf(file: string): number {
  if (file.startsWith('screens/operator/')) return consoleWeight
  return weights[file] ?? (file.startsWith('screens/app/') ? appWeight : publicWeight)
}

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parseAllDocuments } from 'yaml'

const root = resolve(import.meta.dirname, '../..')

type Container = { image: string; securityContext?: object }
type Pod = { containers: Container[]; securityContext?: { runAsNonRoot?: boolean } }
type ClusterObject = {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec?: { template?: { spec: Pod } }
}

/** Each object of the cluster as kustomize puts it together: what is wrong with them. */
export function checkObjects(folder: string, version: string) {
  const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
  const objects = parseAllDocuments(text).map((document) => document.toJS() as ClusterObject)
  const faults = [...typeFaults(objects), ...objects.flatMap((each) => podFaults(each, version))]
  return { count: objects.length, faults }
}

/** By the types of their kinds, which know every field by name, and then by their schemas. */
function typeFaults(objects: ClusterObject[]): string[] {
  const lines = objects.flatMap(({ apiVersion, kind, ...rest }, place) => [
    `import { ${kind} as Kind${place} } from 'kubernetes-models/${apiVersion}/${kind}'`,
    `new Kind${place}(${JSON.stringify(rest, undefined, 2)}).validate()`,
  ])
  const folder = join(root, 'dist/objects') // Below the packages that it imports.
  mkdirSync(folder, { recursive: true })
  try {
    const file = join(folder, 'objects.ts')
    writeFileSync(file, lines.join('\n'))
    const how = '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target esnext'
    const steps = [
      ['pnpm', 'exec', 'tsc', ...how.split(' '), file],
      [process.execPath, file],
    ]
    for (const [command = '', ...options] of steps) {
      const { status, stdout, stderr } = spawnSync(command, options, {
        cwd: root,
        encoding: 'utf8',
      })
      if (status !== 0) return [`kubernetes: ${stdout}${stderr}`]
    }
    return []
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const bare = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
}

/** What runs has this version, and no rights. */
function podFaults({ kind, metadata, spec }: ClusterObject, version: string): string[] {
  const pod = spec?.template?.spec
  if (!pod) return []
  const name = `kubernetes, ${kind} ${metadata.name}`
  return [
    ...(pod.securityContext?.runAsNonRoot ? [] : [`${name} may run as root`]),
    ...pod.containers.flatMap(({ image, securityContext }) => [
      ...(isDeepStrictEqual(securityContext, bare) ? [] : [`${name} has rights`]),
      ...(image.endsWith(`:${version}`) ? [] : [`${name} is ${image}, not ${version}`]),
    ]),
  ]
}

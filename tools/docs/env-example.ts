import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { environmentGroups } from '../../apps/server/src/platform/environment.ts'
import { webEnvironment } from '../../apps/web/server/web-environment.ts'

/**
 * Writes `.env.example` from the schemas that the processes read their environment with. With
 * `--check` it writes nothing and fails if the file is stale.
 */
type Variable = {
  description?: string | undefined
  safeParse: (value: unknown) => { success: boolean; data?: unknown }
}

const file = resolve(import.meta.dirname, '../../.env.example')
const { 'For the worker alone': ofWorker, ...ofBoth } = environmentGroups
const text = `# Everything that a deployment sets, made by \`node tools/docs/env-example.ts\` from the code that
# reads it. What has a # in front may be left out and then has the value shown. Each NAME may instead
# be NAME_FILE, a file that holds the value; not so for the web server.

${part('pier.env', 'for the API and the worker', Object.entries(ofBoth))}
${part('worker.env', 'for the worker, besides pier.env: the API must not have it', [['', ofWorker]], { isNeeded: true })}
${part('web.env', 'for the web server', [['', webEnvironment.shape]])}`

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('.env.example is stale: run node tools/docs/env-example.ts')
  process.exit(1)
}

function part(
  name: string,
  whose: string,
  groups: [string, Record<string, Variable>][],
  { isNeeded = false } = {},
): string {
  const lines = groups.flatMap(([heading, variables]) => [
    ...(heading ? [`## ${heading}`, ''] : []),
    ...Object.entries(variables)
      .filter(([, { description }]) => !description?.startsWith('For stand-ins'))
      .flatMap((entry) => [...linesOf(entry, isNeeded), '']),
  ])
  return [`#### ${name}: ${whose}`, '', ...lines].join('\n')
}

function linesOf([name, variable]: [string, Variable], isNeeded: boolean): string[] {
  const said = variable.description ? wrap(variable.description) : []
  const parsed = variable.safeParse(undefined)
  if (!parsed.success || isNeeded) return [...said, `${name}=`]
  return [...said, `#${name}=${name === 'DATA_FOLDER' ? '' : sayValue(parsed.data)}`]
}

function sayValue(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'object' && value && 'address' in value && 'port' in value) {
    return `${value.address as string}:${value.port as number}`
  }
  if (value instanceof URL) return value.href
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function wrap(sentence: string): string[] {
  const lines = ['#']
  for (const word of sentence.split(' ')) {
    if (`${lines.at(-1)} ${word}`.length > 100) lines.push('#')
    lines[lines.length - 1] += ` ${word}`
  }
  return lines
}

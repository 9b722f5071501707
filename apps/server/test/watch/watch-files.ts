import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '../../../..')
export const watchFolder = join(repository, 'deploy/watch')
export const readWatchFile = (name: string): string => readFileSync(join(watchFolder, name), 'utf8')
export const readRunbooks = (): string => readFileSync(join(repository, 'docs/runbooks.md'), 'utf8')

type Rule = { alert: string; expr: string; severity: string; runbook: string; summary: string }

/** Every rule has its fields on lines of their own, so that no parser is needed. */
export function readRules(): Rule[] {
  const [, ...parts] = readWatchFile('rules.yml').split(/^ +- alert: /m)
  return parts.map((part) => {
    const field = (pattern: RegExp) => pattern.exec(part)?.[1]?.replace(/^'(.*)'$/, '$1') ?? ''
    return {
      alert: part.split('\n')[0] ?? '',
      expr: field(/^ +expr: (.+)$/m),
      severity: field(/severity: (\w+)/),
      runbook: field(/^ +runbook_url: (.+)$/m),
      summary: field(/^ +summary: (.+)$/m),
    }
  })
}

type Panel = {
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  datasource?: { type: string; uid: string }
  targets?: { refId: string; expr: string; legendFormat: string }[]
}
export type Dashboard = {
  file: string
  uid: string
  title: string
  schemaVersion: number
  templating: { list: { name: string; type: string; query: string }[] }
  panels: Panel[]
}

export function readDashboards(): Dashboard[] {
  const files = readdirSync(join(watchFolder, 'grafana'))
  return files.map((file) => {
    const dashboard = JSON.parse(readWatchFile(`grafana/${file}`)) as Omit<Dashboard, 'file'>
    return { file, ...dashboard }
  })
}

/** What a tool of Prometheus says of it; it throws with that when it does not like it. */
export function ask(tool: 'promtool' | 'amtool', ...words: string[]): string {
  try {
    return execFileSync(tool, words, { cwd: watchFolder, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${tool} ${words.join(' ')}: ${stdout}${stderr}`, { cause: error })
  }
}

/** Has promtool read expressions that are not rules. */
export function checkExpressions(expressions: string[]): string {
  const rules = expressions.map((expr, index) => ({ record: `e${index}`, expr }))
  const file = join(mkdtempSync(join(tmpdir(), 'pier-watch-')), 'expressions.yml')
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'expressions', rules }] })) // JSON is YAML.
  return ask('promtool', 'check', 'rules', file)
}

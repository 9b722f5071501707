import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const migrationsFolder = join(import.meta.dirname, 'migrations')

/**
 * One migration. There is no rollback: a mistake is fixed by a new one. `0007_name.sql` is one, and
 * so is a folder `0007_name`, whose files are joined in order.
 */
export type Step = {
  name: string
  text: string
  lockTimeout: string
  statementTimeout: string
  isInTransaction: boolean
}

/**
 * While a migration waits for a lock, everybody behind it waits too, readers included: so it gives
 * up soon and tries again. While it runs, others wait for its table for at most half of the 30
 * seconds after which a request is given up. What needs longer says so at its top.
 */
const usual = { lockTimeout: '5s', statementTimeout: '15s' }

export function readSteps(folder = migrationsFolder): Step[] {
  const names = readdirSync(folder).filter((name) => name !== 'manifest.json')
  return names.toSorted().map((name) => {
    // Nobody would notice a migration that is skipped for its name.
    if (!/^\d{4}_[a-z\d_]+(\.sql)?$/.test(name)) throw new Error(`${name} is no name of a step`)
    const text = readText(join(folder, name))
    return { name: name.replace('.sql', ''), text, ...readNotes(text) }
  })
}

/** What the manifest stores of a migration. */
export const hashOfStep = ({ text }: Pick<Step, 'text'>): string =>
  createHash('sha256').update(text).digest('hex')

function readText(path: string): string {
  if (!statSync(path).isDirectory()) return readFileSync(path, 'utf8')
  const files = readdirSync(path).filter((name) => name.endsWith('.sql'))
  return files
    .toSorted()
    .map((name) => readFileSync(join(path, name), 'utf8'))
    .join('\n')
}

/** The comment that a migration begins with: `-- statement_timeout: 30min`, `-- no transaction`. */
function readNotes(text: string) {
  const [comment = ''] = /^(--.*\n)*/.exec(text) ?? []
  const read = (name: string) =>
    new RegExp(`^-- ${name}: (\\d+(ms|s|min|h))$`, 'm').exec(comment)?.[1]
  return {
    lockTimeout: read('lock_timeout') ?? usual.lockTimeout,
    statementTimeout: read('statement_timeout') ?? usual.statementTimeout,
    isInTransaction: !/^-- no transaction$/m.test(comment),
  }
}

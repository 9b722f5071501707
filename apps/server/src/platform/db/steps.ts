import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const migrationsFolder = join(import.meta.dirname, 'migrations')

/**
 * One step forward. There is no way back: a mistake is a new step. `0007_name.sql` is one, and so is a
 * folder `0007_name`, whose files are read in their order as one text.
 */
export type Step = {
  name: string
  text: string
  lockTimeout: string
  statementTimeout: string
  isInTransaction: boolean
}

/**
 * While a step waits for a lock, everybody who comes after it waits as well, readers too: so it gives
 * up soon and tries again. While it works, those who want its table wait for half of the 30 seconds
 * after which the product gives a request up. What needs longer says so at its top.
 */
const usual = { lockTimeout: '5s', statementTimeout: '15s' }

export function readSteps(folder = migrationsFolder): Step[] {
  const names = readdirSync(folder).filter((name) => name !== 'manifest.json')
  return names.toSorted().map((name) => {
    // One that is passed over for its name would be missed by nobody.
    if (!/^\d{4}_[a-z\d_]+(\.sql)?$/.test(name)) throw new Error(`${name} is no name of a step`)
    const text = readText(join(folder, name))
    return { name: name.replace('.sql', ''), text, ...readNotes(text) }
  })
}

/** What the manifest keeps of a step. */
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

/** The comment that a step begins with: `-- statement_timeout: 30min`, `-- no transaction`. */
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

import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export type TestReference = { path: string; title: string }

/** One text of one file replaced by another, and the tests of which one must notice. */
export type Mutation = {
  name: string
  file: string
  text: string
  replacement: string
  tests: TestReference[]
}

/** What keeps it from being tried: a table of mutations must not rot while the code moves on. */
export function problemOf({ file, text }: Pick<Mutation, 'file' | 'text'>): string | undefined {
  if (!existsSync(join(root, file))) return 'no such file'
  const times = readFileSync(join(root, file), 'utf8').split(text).length - 1
  return times === 1 ? undefined : `the text stands there ${times} times`
}

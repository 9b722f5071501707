import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export type TestReference = { path: string; title: string }

/** Replaces one text in one file; one of the tests must notice. */
export type Mutation = {
  name: string
  file: string
  text: string
  replacement: string
  tests: TestReference[]
}

/** What prevents it from being tried: mutations must not go stale while the code changes. */
export function problemOf({ file, text }: Pick<Mutation, 'file' | 'text'>): string | undefined {
  if (!existsSync(join(root, file))) return 'no such file'
  const times = readFileSync(join(root, file), 'utf8').split(text).length - 1
  return times === 1 ? undefined : `the text stands there ${times} times`
}

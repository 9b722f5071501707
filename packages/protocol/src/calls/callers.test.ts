import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from './calls.ts'

const web = join(import.meta.dirname, '../../../../apps/web/src')
const sources = globSync('**/*.{ts,tsx}', { cwd: web })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => leaveOutTypes(readFileSync(join(web, file), 'utf8')))

/** A type is no caller, and neither is a set that says something about calls. */
function leaveOutTypes(source: string): string {
  return source
    .replaceAll(/new Set<\w+>\(\[[^\]]*\]\)/g, '')
    .replaceAll(/^(?:export )?type .*$/gm, '')
    .replaceAll(/<'[^']*'[^>]*>/g, '')
}

const written = /(['"`])((?:GET|POST|PUT|PATCH|DELETE) \/.*?)\1/g

function isAskedIn(source: string, name: string): boolean {
  return [...source.matchAll(written)].some(([, , text = '']) => {
    if (!text.includes('${')) return text === name
    const parts = text.split(/\$\{.*?\}/).map((part) => RegExp.escape(part))
    const [, ...words] = new RegExp(`^${parts.join('(\\w+)')}$`).exec(name) ?? []
    // Of a name that is put together, only the words that stand in the same file are really asked for.
    return words.length > 0 && words.every((word) => new RegExp(`\\b${word}\\b`).test(source))
  })
}

/** People and programs read it, no screen does. */
const readAsItIs = ['GET /operator/docs']

const uncalled = Object.keys(calls).filter(
  (name) => !readAsItIs.includes(name) && !sources.some((source) => isAskedIn(source, name)),
)

test('every call has a caller on the web', () => {
  expect(uncalled).toEqual([])
})

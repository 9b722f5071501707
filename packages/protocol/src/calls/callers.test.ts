import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from './calls.ts'

const web = join(import.meta.dirname, '../../../../apps/web/src')
const sources = globSync('**/*.{ts,tsx}', { cwd: web })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => leaveOutTypes(readFileSync(join(web, file), 'utf8')))

/** Types are not callers, and neither are sets that only classify calls. */
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
    // A name built from parts counts only if the same file contains every inserted word.
    return words.length > 0 && words.every((word) => new RegExp(`\\b${word}\\b`).test(source))
  })
}

/** Read directly by people and programs, not by a screen. */
const readAsItIs = ['GET /operator/docs']

const uncalled = Object.keys(calls).filter(
  (name) => !readAsItIs.includes(name) && !sources.some((source) => isAskedIn(source, name)),
)

test('every call has a caller on the web', () => {
  expect(uncalled).toEqual([])
})

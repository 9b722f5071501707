import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from './calls.ts'

/** What nobody on the web asks for, each with its reason. */
const withoutCaller: Record<string, string> = {
  'PATCH /listings/:id': 'the screens of a listing do not let its owner edit it yet',
  'POST /listings/:id/renew': 'the screens of a listing do not let its owner renew it yet',
  'GET /escrow/:id/payoff': 'the payoff for any day has no place on the loan page yet',
}

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

const uncalled = Object.keys(calls).filter(
  (name) => !sources.some((source) => isAskedIn(source, name)),
)

test('every call has a caller on the web, or a reason to have none', () => {
  expect(uncalled.filter((name) => !Object.hasOwn(withoutCaller, name))).toEqual([])
})

test('no call that has a caller is excused', () => {
  expect(Object.keys(withoutCaller).filter((name) => !uncalled.includes(name))).toEqual([])
})

// @vitest-environment node
import { expect, test } from 'vitest'
import routes from '../../src/routes.ts'
import { sharedPatterns } from './shareable.ts'

type Entry = {
  path?: string | undefined
  index?: boolean | undefined
  children?: Entry[] | undefined
}

const patternsOf = (entries: Entry[], above = ''): string[] =>
  entries.flatMap(({ path, index, children }) => {
    const here = path ? `${above}/${path}` : above
    return [...(path || index ? [here || '/'] : []), ...patternsOf(children ?? [], here)]
  })

test('each shared page is a route, and none of them is of the app, of an operator or of a token', () => {
  const known = new Set(patternsOf(routes))
  for (const pattern of sharedPatterns) {
    expect(known).toContain(pattern)
    expect(pattern).not.toMatch(/^\/(?:app|operator|sign|reset-password|stop-transfer)\b/)
  }
})

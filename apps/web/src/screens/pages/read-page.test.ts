import { legalVersions } from '@pier/protocol/company/legal'
import { expect, test } from 'vitest'
import { contentPaths, findContent } from '../../prose/content.server.ts'
import { isVersioned, pageSlugs, versionedSlugs } from './page-slugs.ts'
import { pageAt } from './read-page.server.ts'

const find = (path: string) => pageAt(path, null)

test('each text has an address, and each address a text', () => {
  const texts = contentPaths('pages').filter((path) => !path.startsWith('pages/old/'))

  expect(texts.toSorted()).toEqual(pageSlugs.map((slug) => `pages/${slug}`).toSorted())
})

test.each(versionedSlugs)('the text of %s is the version that people accept', (slug) => {
  const { version, date } = findContent(`pages/${slug}`, null) ?? {}

  expect({ version, date }).toEqual(legalVersions[slug])
})

test.each(versionedSlugs)('every version of %s stays readable at its own address', (slug) => {
  const newest = legalVersions[slug].version
  for (let version = 1; version <= newest; version++) {
    const page = find(`/${slug}/${version}`)
    expect([page?.version, page?.newest]).toEqual([version, version < newest ? newest : null])
  }
  expect(find(`/${slug}/${newest + 1}`)).toBeNull()
})

test('a version of a page that has none, and a page that is not there, are not found', () => {
  expect(isVersioned('fees')).toBe(false)
  expect(find('/fees/1')).toBeNull()
  expect(find('/nowhere')).toBeNull()
  expect(find('/terms/0')).toBeNull()
})

test.each(['/terms/abc', '/terms/1x', '/terms/1/2', '/terms/card.jpg'])(
  'what only begins like an address is none: %s',
  (path) => {
    expect(find(path)).toBeNull()
  },
)

test.each(['/terms/', '/terms/card.png'])('%s is the text of its page', (path) => {
  expect(find(path)?.slug).toBe('terms')
})

test('what nobody has said of the company reads so, and nothing is invented', () => {
  const imprint = find('/imprint')

  expect(JSON.stringify(imprint?.prose)).toContain('Not published yet')
})

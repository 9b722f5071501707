import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleCompany } from '@pier/protocol/company/company-example'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import routes from '../routes.ts'
import { contentPaths, findContent } from './content.server.ts'
import { inlinesOf } from './prose-tree.ts'

const content = join(import.meta.dirname, '../../content')
const paths = contentPaths()
/** What the web server answers beside the router. */
const served = ['/.well-known/security.txt', '/humans.txt']

const get = (path: string) => {
  const found = findContent(path, exampleCompany)
  if (!found) throw new Error(`No ${path}`)
  return found
}
const linksOf = (path: string) =>
  inlinesOf(get(path).prose.blocks).flatMap((each) => (each.kind === 'link' ? [each.to] : []))
/** A link as it stands in the file: company facts are put in later. */
function placeOf(path: string, needle: string): string {
  const lines = readFileSync(join(content, `${path}.md`), 'utf8').split('\n')
  return `content/${path}.md:${lines.findIndex((line) => line.includes(needle)) + 1}`
}

test('there are texts', () => {
  expect(paths.filter((path) => path.startsWith('pages/'))).not.toEqual([])
})

test('each text can be read: front matter, facts, pictures, no markup of other kinds', () => {
  const problems = paths.flatMap((path) =>
    get(path).problems.map(({ line, text }) => `content/${path}.md:${line}: ${text}`),
  )

  expect(problems).toEqual([])
})

test('a title or summary names no fact that is not there', () => {
  const unknown = paths.filter((path) => /[{}]/.test(get(path).title + get(path).summary))

  expect(unknown).toEqual([])
})

test('no link inside of the site is dead', () => {
  const dead = paths.flatMap((path) =>
    linksOf(path)
      .filter((to) => /^[/#]/.test(to) && !isAlive(to, path))
      .map((to) => `${placeOf(path, `(${to}`)}: ${to}`),
  )

  expect(dead).toEqual([])
})

test('each picture lies there in both schemes', () => {
  const missing = paths.flatMap((path) =>
    get(path)
      .prose.blocks.flatMap((each) => (each.kind === 'picture' ? [each.name] : []))
      .flatMap((name) => ['light', 'dark'].map((scheme) => `${name}-${scheme}.webp`))
      .filter((file) => !existsSync(join(content, '../public/help/pictures', file)))
      .map((file) => `${placeOf(path, `picture:`)}: ${file}`),
  )

  expect(missing).toEqual([])
})

test('no sentence of a text has more than 25 words', () => {
  const long = paths.flatMap((path) =>
    sentencesOf(path)
      .filter((sentence) => sentence.split(/\s+/).length > 25)
      .map((sentence) => `${placeOf(path, sentence.slice(0, 12))}: ${sentence}`),
  )

  expect(long).toEqual([])
})

function isAlive(to: string, from: string): boolean {
  const { pathname, hash } = new URL(to, `https://pier.example${addressOf(from)}`)
  if (served.includes(pathname)) return true
  const text = contentAt(pathname)
  const known = matchRoutes(routeObjects(routes), pathname)?.at(-1)?.route.path
  if (known === undefined || known === '*' || (pathname.startsWith('/help/') && !text)) return false
  if (!hash || !text) return true
  return get(text).prose.headings.some(({ id }) => id === hash.slice(1))
}

/** `/fees` of `pages/fees`, `/help/first-loan` of `help/borrow/first-loan`. */
const addressOf = (path: string) =>
  path.startsWith('help/') ? `/help/${path.split('/').at(-1)}` : `/${path.split('/').at(-1)}`
const contentAt = (pathname: string) => paths.find((path) => addressOf(path) === pathname)

type Entry = {
  path?: string | undefined
  index?: boolean | undefined
  children?: Entry[] | undefined
}
const routeObjects = (entries: Entry[]): Parameters<typeof matchRoutes>[0] =>
  entries.map(({ path, index, children }) =>
    index ? { index: true, path: '' } : { path, children: children && routeObjects(children) },
  )

function sentencesOf(path: string): string[] {
  const text = readFileSync(join(content, `${path}.md`), 'utf8').replace(/^---[\s\S]*?\n---/, '')
  return text
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(/\n\s*\n|\n *(?:[-|>]|\d+\.) *|\|/)
    .flatMap((part) => part.replaceAll('\n', ' ').split(/(?<=[.?:;])\s+/))
    .map((sentence) => sentence.trim())
    .filter(Boolean)
}

import { expect, test } from 'vitest'
import { type PlainChunk, planChunks } from './plan-chunks.ts'

const shared = (name: string, bytes: number, imports: string[] = []): PlainChunk => ({
  name,
  modules: [`${name}.ts`],
  imports,
  bytes,
  isEntry: false,
})
const screen = (name: string, imports: string[]): PlainChunk => ({
  ...shared(name, 5000, imports),
  isEntry: true,
})
const page = (...chunks: string[]) => ({ chunks, weight: 1 })
const filesOf = (groups: { modules: string[] }[]) => groups.map(({ modules }) => modules.toSorted())

test('what the same pages load becomes one file, however large', () => {
  const chunks = [
    shared('button', 100_000),
    shared('field', 100_000),
    screen('home', ['button', 'field']),
    screen('form', ['button', 'field']),
  ]

  expect(filesOf(planChunks(chunks, [page('home'), page('form')]))).toEqual([
    ['button.ts', 'field.ts'],
  ])
})

test('a large part that one page loads alone stays out of the others', () => {
  const chunks = [
    shared('button', 1000),
    shared('chart', 50_000),
    screen('home', ['button']),
    screen('numbers', ['button', 'chart']),
  ]

  expect(filesOf(planChunks(chunks, [page('home'), page('numbers')]))).toEqual([
    ['button.ts'],
    ['chart.ts'],
  ])
})

test('a small part is taken along, because a file of its own costs more', () => {
  const chunks = [
    shared('button', 1000),
    shared('icon', 100),
    screen('home', ['button']),
    screen('numbers', ['button', 'icon']),
  ]

  expect(filesOf(planChunks(chunks, [page('home'), page('numbers')]))).toEqual([
    ['button.ts', 'icon.ts'],
  ])
})

test('a page that counts more is not made to load what it has no use for', () => {
  const chunks = [
    shared('button', 1000),
    shared('menu', 2500),
    screen('home', ['button']),
    screen('desk', ['button', 'menu']),
  ]
  const planned = (weight: number) =>
    planChunks(chunks, [{ chunks: ['home'], weight }, page('desk')])

  expect(planned(1)).toHaveLength(1)
  expect(planned(30)).toHaveLength(2)
})

test('two files never import each other', () => {
  const chunks = [
    shared('base', 100, []),
    shared('dialog', 90_000, ['base']),
    shared('top', 100, ['dialog']),
    screen('home', ['base']),
    screen('desk', ['top']),
  ]
  const groups = planChunks(chunks, [page('home'), page('desk')])
  const groupOf = (module: string) => groups.findIndex(({ modules }) => modules.includes(module))

  expect(groupOf('base.ts')).not.toBe(groupOf('top.ts'))
  expect(groupOf('base.ts')).toBeLessThan(groupOf('dialog.ts'))
  expect(groupOf('dialog.ts')).toBeLessThanOrEqual(groupOf('top.ts'))
})

test('a screen keeps its own file', () => {
  const chunks = [shared('button', 1000), screen('home', ['button'])]

  expect(planChunks(chunks, [page('home')]).flatMap(({ modules }) => modules)).toEqual([
    'button.ts',
  ])
})

import { expect, test } from 'vitest'
import { houseOf, type Source } from './house.ts'
import { drawHouse, shapeOf } from './map.ts'

const server = 'apps/server/src'
const borders = [
  { from: { path: `^${server}/modules/users/` }, to: { path: `^${server}/modules/(loans)/` } },
  {
    from: { path: `^${server}/modules/ledger/` },
    to: { path: `^${server}/modules/(loans|users)/` },
  },
  { from: { path: `^${server}/modules/loans/views/` }, to: {} },
  { from: { path: `^${server}/modules/loans/facts/` }, to: {} },
  { from: { path: '^apps/web/src/api/' }, to: { path: '^apps/web/src/(screens)/' } },
]

const from = (...paths: string[]) => paths.map((path) => `import { x } from '${path}'\n`).join('')
const sources: Source[] = [
  { path: `${server}/modules/ledger/ledger.service.ts`, text: from('../../platform/db/tx.ts') },
  { path: `${server}/modules/loans/facts/loans.repository.ts`, text: from('@pier/protocol/money') },
  {
    path: `${server}/modules/loans/views/read-loan.ts`,
    text: from('../facts/loans.repository.ts', '../../users/users.service.ts', 'zod'),
  },
  {
    path: `${server}/modules/loans/views/read-loan.test.ts`,
    text: from('../../ledger/ledger.service.ts'),
  },
  { path: `${server}/modules/users/users.jobs.ts`, text: from('../loans/loans.service.ts') },
  { path: `${server}/platform/db/tx.ts`, text: '' },
  { path: 'apps/web/src/screens/app/app-screen.tsx', text: from('../../api/loans.ts') },
  { path: 'apps/web/src/api/loans.ts', text: from('@pier/protocol/calls/calls') },
  { path: 'packages/protocol/src/calls/calls.ts', text: '' },
]
const adding = (path: string, text: string) => houseOf([...sources, { path, text }], borders)

test('modules and rooms stand in the order of the borders', () => {
  const { server: side, web } = houseOf(sources, borders)

  expect(side.parts).toEqual([
    { name: 'loans', rooms: ['views', 'facts'] },
    { name: 'users', rooms: [] },
    { name: 'ledger', rooms: [] },
    { name: 'providers', rooms: [] },
    { name: 'platform', rooms: ['db'] },
  ])
  expect(web.parts.map(({ name }) => name)).toEqual(['screens', 'api'])
})

test('imports are counted between parts, without tests, and told apart by direction', () => {
  const { server: side, web } = houseOf(sources, borders)

  expect(side.down).toEqual([
    { from: 'loans', to: 'users', imports: 1 },
    { from: 'loans', to: 'protocol', imports: 1 },
    { from: 'ledger', to: 'platform', imports: 1 },
  ])
  expect(side.up).toEqual([{ from: 'users', to: 'loans', imports: 1 }])
  expect(web.down.map((edge) => `${edge.from} ${edge.to}`)).toEqual(['screens api', 'api protocol'])
})

test('the picture is stale when a room or an arrow is new, not when an arrow is used more', () => {
  const drawn = drawHouse(houseOf(sources, borders))
  const file = `${server}/modules/loans/views/list-loans.ts`
  const users = '../../users/users.service.ts'
  const usedMore = drawHouse(adding(file, from(users, users, users)))
  const newArrow = drawHouse(adding(file, from('../../ledger/ledger.service.ts')))
  const newRoom = drawHouse(adding(`${server}/modules/users/payees/payees.ts`, ''))

  expect(usedMore).not.toBe(drawn)
  expect(shapeOf(usedMore)).toBe(shapeOf(drawn))
  expect(shapeOf(newArrow)).not.toBe(shapeOf(drawn))
  expect(shapeOf(newRoom)).not.toBe(shapeOf(drawn))
})

test('the order of the files changes nothing', () => {
  expect(drawHouse(houseOf(sources.toReversed(), borders))).toBe(
    drawHouse(houseOf(sources, borders)),
  )
})

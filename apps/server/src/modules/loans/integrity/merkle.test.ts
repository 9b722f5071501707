import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashLeaf, pathOf, rootOf, type PathStep } from './merkle.ts'

/** Test vectors of the reference implementation of certificate transparency. */
test('a tree of the leaves "", 00, 10 has the root that others compute', () => {
  const leaves = ['', '\u0000', '\u0010'].map(hashLeaf)
  const roots = [1, 2, 3].map((count) => rootOf(leaves.slice(0, count)).toString('hex'))
  expect(roots).toEqual([
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  ])
})

const climb = (leaf: Buffer, path: PathStep[]) =>
  path.reduce((hash, step) => {
    const pair = step.side === 'left' ? [step.hash, hash] : [hash, step.hash]
    return createHash('sha256')
      .update(Buffer.from([1]))
      .update(Buffer.concat(pair))
      .digest()
  }, leaf)

test('every leaf of every tree leads to its root, and no other leaf does', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), (count, pick) => {
      const leaves = Array.from({ length: count }, (_, at) => hashLeaf(`leaf ${at}`))
      const index = pick % count
      const path = pathOf(leaves, index)
      expect(climb(leaves[index] ?? Buffer.alloc(0), path)).toEqual(rootOf(leaves))
      expect(climb(hashLeaf('another'), path)).not.toEqual(rootOf(leaves))
    }),
  )
})

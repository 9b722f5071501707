/**
 * A tree of hashes as in RFC 6962: whoever has a leaf, its path and the root can see that the leaf was
 * among those the root was made of, without seeing the others.
 */
import { createHash } from 'node:crypto'

/** The neighbour on the way up, and on which side it stands. */
export type PathStep = { side: 'left' | 'right'; hash: Buffer }

export const hashLeaf = (text: string): Buffer => sha256(Buffer.from([0]), Buffer.from(text))

export function rootOf(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves
  if (leaves.length === 1 && only) return only
  if (leaves.length === 0) return sha256()
  const half = halfOf(leaves.length)
  return hashPair(rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)))
}

/** From the leaf up to the root. */
export function pathOf(leaves: readonly Buffer[], index: number): PathStep[] {
  if (leaves.length <= 1) return []
  const half = halfOf(leaves.length)
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)]
  return index < half
    ? [...pathOf(left, index), { side: 'right', hash: rootOf(right) }]
    : [...pathOf(right, index - half), { side: 'left', hash: rootOf(left) }]
}

const hashPair = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.from([1]), left, right)

/** The largest power of two below the count. */
const halfOf = (count: number): number => 2 ** Math.floor(Math.log2(count - 1))

function sha256(...parts: Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

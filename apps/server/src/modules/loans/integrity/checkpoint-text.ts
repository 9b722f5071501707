/** What a checkpoint signs, in the same canonical form as events; see chain.ts. */
import { canonical } from '../../../platform/crypto/canonical.ts'
import { hashLeaf } from './merkle.ts'
import type { Head } from './checkpoints.repository.ts'

export const leafText = ({ escrowId, seq, hash }: Head): string =>
  canonical({ escrowId, hash: hash.toString('hex'), seq })

export const leafOf = (head: Head): Buffer => hashLeaf(leafText(head))

type Checkpoint = {
  sealedAt: Date
  root: Buffer
  prevRoot: Buffer | null
  heads: number
  keyId: string
}

export const checkpointText = ({ sealedAt, root, prevRoot, heads, keyId }: Checkpoint): string =>
  canonical({
    heads,
    keyId,
    prevRoot: prevRoot?.toString('hex') ?? null,
    root: root.toString('hex'),
    sealedAt: sealedAt.toISOString(),
  })

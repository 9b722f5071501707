/**
 * Owns the checkpoints: every hour the heads of all chains that have grown go into one Merkle root,
 * which refers to the previous root and is signed. To rewrite a loan later, one would have to break
 * the signature or find every copy of the root: the parties have them in their loan files, and the
 * compliance mailbox has them by mail.
 */
import { sayTime } from '@pier/protocol/say-time'
import type { Kysely } from 'kysely'
import { invariant } from '../../../platform/app-error.ts'
import type { Config, KeyRing } from '../../../platform/config.ts'
import { readVerifyKey, signText } from '../../../platform/crypto/ed25519.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import { sendMail } from '../../notifications/notifications.service.ts'
import { pathOf, rootOf } from './merkle.ts'
import { leafOf, leafText, checkpointText } from './checkpoint-text.ts'
import {
  findNewestCheckpoint,
  insertCheckpoint,
  listHeadsOfCheckpoint,
  listCheckpointsOfLoan,
  listHeadsWithoutCheckpoint,
} from './checkpoints.repository.ts'

/** Where the root is sent, if anywhere, and what it is signed with. */
export type CheckpointKeys = { keyId: string; privateKey: Buffer; mailTo: string | undefined }

export function openCheckpointKeys({ chain }: Pick<Config, 'chain'>): CheckpointKeys {
  const keyId = chain.publicKeys[0]?.id
  invariant(keyId && chain.privateKey, 'the worker has the key of the first public one')
  return { keyId, privateKey: chain.privateKey, mailTo: chain.mailTo }
}

/** Does nothing if no chain has grown. */
export async function checkpointChains(
  tx: Tx,
  { keyId, privateKey, mailTo }: CheckpointKeys,
): Promise<void> {
  const last = await findNewestCheckpoint(tx)
  const heads = await listHeadsWithoutCheckpoint(tx, last?.sealedAt ?? null)
  if (heads.length === 0) return
  const root = rootOf(heads.map(leafOf))
  const checkpoint = { root, prevRoot: last?.root ?? null, keyId }
  const text = checkpointText({ ...checkpoint, sealedAt: tx.now, heads: heads.length })
  const signature = signText(privateKey, text)
  await insertCheckpoint(tx, { ...checkpoint, signature }, heads)
  await mailCheckpoint(tx, mailTo, {
    what: 'the loan chains',
    keep: 'Keep this email. It can later prove that the chains of these loans were not changed.',
    facts: [
      { label: 'Loans', value: String(heads.length) },
      { label: 'Root', value: root.toString('hex') },
    ],
    text,
    signature,
  })
}

type SealMail = {
  what: string
  keep: string
  facts: { label: string; value: string }[]
  text: string
  signature: Buffer
}

/** Sends a copy to where none of us can change it. */
export async function mailCheckpoint(
  tx: Tx,
  mailTo: string | undefined,
  { what, keep, facts, text, signature }: SealMail,
): Promise<void> {
  if (!mailTo) return
  const subject = `Checkpoint of ${what}, ${sayTime(tx.now)}`
  const signed = [
    { label: 'Signed text', value: text },
    { label: 'Signature', value: signature.toString('hex') },
  ]
  await sendMail(tx, {
    userId: null,
    to: mailTo,
    kind: 'seal',
    page: { subject, heading: subject, paragraphs: [keep], facts: [...facts, ...signed] },
  })
}

/** Every checkpoint of a loan, with the Merkle path from its event to the root. */
export async function listCheckpointProofs(db: Kysely<DB>, ring: KeyRing, escrowId: string) {
  const proofs = []
  for (const checkpoint of await listCheckpointsOfLoan(db, escrowId)) {
    const heads = await listHeadsOfCheckpoint(db, checkpoint.id)
    const path = pathOf(heads.map(leafOf), checkpoint.leaf)
    proofs.push({
      leaf: leafText({ escrowId, seq: checkpoint.seq, hash: checkpoint.hash }),
      seq: checkpoint.seq,
      path: path.map(({ side, hash }) => ({ side, hash: hash.toString('hex') })),
      root: checkpoint.root.toString('hex'),
      signedText: checkpointText(checkpoint),
      signature: checkpoint.signature.toString('hex'),
      keyId: checkpoint.keyId,
    })
  }
  const publicKeys = ring.map(({ id, key }) => ({
    id,
    pem: readVerifyKey(key).export({ type: 'spki', format: 'pem' }).toString(),
  }))
  return { proofs, publicKeys }
}

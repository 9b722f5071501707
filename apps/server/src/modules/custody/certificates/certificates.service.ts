/**
 * Owns the custody certificates: a public page about a name that we hold, signed, and there only as
 * long as its owner wants it. It ends when the name leaves or changes hands. The worker signs it
 * anew with each look at the registry; the API has no key to sign with.
 */
import { secondMs } from '@pier/protocol/time'
import { AppError, invariant } from '../../../platform/app-error.ts'
import { signText } from '../../../platform/crypto/ed25519.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { lockDomain } from '../../domains/domains.service.ts'
import { ensureHandle, lockCaller, type Caller } from '../../users/users.service.ts'
import { drawCode } from './certificate-code.ts'
import type { CertificateKey } from './certificate-key.ts'
import { writeCertificate, type SignedFacts } from './certificate-text.ts'
import {
  endOpenCertificate,
  findCertifiedName,
  findOpenCertificate,
  insertCertificate,
  lockOpenCertificate,
  markSignAsked,
  saveCertificate,
  type CertifiedName,
} from './certificates.repository.ts'

type Owned = Caller & { domainId: string }

/** Makes it public, or changes whether it names its owner. The code of an open one stays. */
export async function publishCertificate(
  tx: Tx,
  { userId, sessionId, domainId, withHandle }: Owned & { withHandle: boolean },
): Promise<string> {
  await lockCaller(tx, { userId, sessionId })
  const domain = await lockDomain(tx, { domainId, userId })
  if (domain.status !== 'CUSTODY_PAID' && domain.status !== 'IN_ESCROW') {
    throw new AppError('certificate_needs_custody')
  }
  if (withHandle) await ensureHandle(tx, userId)
  const open = await lockOpenCertificate(tx, domainId)
  const isOwn = open?.userId === userId
  if (isOwn && open.withHandle === withHandle) return open.code
  await enqueue(tx, 'custody.sign-certificate', { domainId })
  if (isOwn) {
    await saveCertificate(tx, open.id, { withHandle })
    return open.code
  }
  if (open) await endOpenCertificate(tx, { domainId, why: 'new_owner' })
  const code = drawCode()
  const isNew = await insertCertificate(tx, { code, domainId, userId, withHandle })
  invariant(isNew, 'the domain is locked and its code is new')
  return code
}

export async function withdrawCertificate(
  tx: Tx,
  { userId, sessionId, domainId }: Owned,
): Promise<void> {
  await lockCaller(tx, { userId, sessionId })
  await lockDomain(tx, { domainId, userId })
  await endOpenCertificate(tx, { domainId, why: 'withdrawn' })
}

/** The name has left, or has another owner. */
export const endCertificate = endOpenCertificate

/** What is signed is old. Does nothing for a name without a certificate. */
export async function askToSign(tx: Tx, domainId: string): Promise<void> {
  if (await findOpenCertificate(tx, domainId)) {
    await enqueue(tx, 'custody.sign-certificate', { domainId })
  }
}

type Signing = {
  domainId: string
  key: CertificateKey
  privateKey: Buffer
  publicOrigin: string
  rdapBase: URL | null
  isKeyInDns: boolean
}

export async function signCertificate(tx: Tx, signing: Signing): Promise<void> {
  const { domainId, key, privateKey, publicOrigin, rdapBase, isKeyInDns } = signing
  const open = await lockOpenCertificate(tx, domainId)
  const name = open && (await findCertifiedName(tx, { domainId }))
  if (!name) return
  const signedText = writeCertificate({ name, key, publicOrigin, rdapBase, now: tx.now })
  const signature = signText(privateKey, signedText)
  await saveCertificate(tx, open.id, { signedText, signature, keyId: key.id, isKeyInDns })
}

const signAgainMs = 10 * secondMs

/** A visitor found that the signed file no longer says what is so. True if a new one is coming. */
export async function renewSignature(
  db: Db,
  { name, key, now }: { name: CertifiedName; key: CertificateKey; now: Date },
): Promise<boolean> {
  if (isAsSigned(name, key)) return false
  const askedBefore = new Date(now.getTime() - signAgainMs)
  await inTransaction(db, async (tx) => {
    if (await markSignAsked(tx, { id: name.id, askedBefore })) await askToSign(tx, name.domainId)
  })
  return true
}

function isAsSigned(name: CertifiedName, key: CertificateKey): boolean {
  if (!name.signedText || name.keyId !== key.id) return false
  const signed = readSigned(name.signedText)
  return (
    signed.on_hold === name.isOnHold &&
    signed.owner_handle === (name.withHandle ? name.handle : null) &&
    signed.registry?.read_at === name.seenAt?.toISOString()
  )
}

/** Only `signCertificate` writes this text. */
export const readSigned = (text: string): SignedFacts => JSON.parse(text) as SignedFacts

/**
 * Seals a PDF with the platform's certificate: PAdES B-T where a timestamp authority answers, B-B
 * without one. Everything is appended, so the document that was signed stays in it byte for byte.
 */
import { HttpTimestampAuthority, P12Signer, PDF, TimestampError } from '@libpdf/core'
import { invariant } from '../../platform/app-error.ts'
import type { Secret } from '../../platform/crypto/secret-text.ts'

export type SealLevel = 'B-B' | 'B-T'

type Settings = { p12: Buffer; passphrase: Secret; timestampUrl: string | undefined }

type ToSeal = {
  base: Buffer
  /** Pages that are added after those of the base. */
  evidence: Buffer
  attachment: { name: string; description: string; text: string }
  reason: string
  sealedAt: Date
  level: SealLevel
}

const timestampTimeoutMs = 20_000

/** Throws at once if the key cannot be opened. */
export async function openESeal({ p12, passphrase, timestampUrl }: Settings) {
  const signer = await P12Signer.create(p12, passphrase.reveal())
  const authority =
    timestampUrl && new HttpTimestampAuthority(timestampUrl, { timeout: timestampTimeoutMs })
  const bestLevel: SealLevel = authority ? 'B-T' : 'B-B'

  return {
    bestLevel,

    async seal({ base, evidence, attachment, reason, sealedAt, level }: ToSeal): Promise<Buffer> {
      const pdf = await PDF.load(base)
      const added = await PDF.load(evidence)
      await pdf.copyPagesFrom(added, [...Array(added.getPageCount()).keys()])
      pdf.addAttachment(attachment.name, Buffer.from(attachment.text), {
        description: attachment.description,
        mimeType: 'application/json',
        createdAt: sealedAt,
        modifiedAt: sealedAt,
      })
      const isStamped = level === 'B-T' && authority
      const { bytes } = await pdf.sign({
        signer,
        reason,
        level,
        fieldName: 'PlatformSeal',
        signingTime: sealedAt,
        ...(isStamped && { timestampAuthority: authority }),
      })
      const sealed = Buffer.from(bytes)
      invariant(sealed.subarray(0, base.length).equals(base), 'a seal adds and changes nothing')
      return sealed
    },

    /** The authority did not answer, or not as it should: worth another try. */
    isTimestampMissing: (error: unknown): boolean => error instanceof TimestampError,
  }
}

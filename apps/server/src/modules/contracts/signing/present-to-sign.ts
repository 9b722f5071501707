import type { readToSignCall } from '@pier/protocol/calls/loans/agreements'
import { legalVersions } from '@pier/protocol/company/legal'
import type { z } from 'zod'
import { consentText, consentVersion } from '../templates/consent.ts'
import { contractTemplates } from '../templates/contract-templates.ts'
import type { ToSign } from './signing.service.ts'

type Wire = z.input<(typeof readToSignCall)['response'][200]>

export function presentToSign(
  { agreement, agreed, role, name, otherName }: ToSign,
  contactEmail: string,
): Wire {
  const { terms } = agreement
  const signedAt = { BORROWER: agreed.borrowerSignedAt, LENDER: agreed.lenderSignedAt }
  const isSigned = signedAt[role] !== null
  return {
    escrow_id: agreed.escrowId,
    code: agreed.code,
    domain: agreed.domain,
    unicode: agreed.unicode,
    title: contractTemplates[terms.contract === 1 ? 1 : 0].title,
    role,
    name,
    other_name: otherName,
    amount: terms.amountCents / 100,
    term: terms.termDays,
    apy: terms.rateBps / 100,
    repay: terms.totalCents / 100,
    sha256: agreement.baseSha256.toString('hex'),
    pages: terms.pages,
    is_signed: isSigned,
    is_other_signed: signedAt[role === 'BORROWER' ? 'LENDER' : 'BORROWER'] !== null,
    is_open: agreed.status === 'PENDING_SIGNATURE' && !isSigned,
    deadline_at: agreed.status === 'PENDING_SIGNATURE' ? iso(agreed.deadlineAt) : null,
    terms_version: legalVersions.terms.version,
    consent: { version: consentVersion, paragraphs: consentText(contactEmail) },
  }
}

const iso = (time: Date | null) => time?.toISOString() ?? null

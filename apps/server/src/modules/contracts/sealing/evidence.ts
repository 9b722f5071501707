/** How an agreement was signed: printed as a certificate, and attached as JSON. */
import { brand } from '@pier/protocol/brand'
import type { Party } from '@pier/protocol/lifecycles/loan'
import type {
  Agreed,
  Agreement,
  listChain,
  Signature,
} from '../agreements/agreements.repository.ts'
import { contractTemplates } from '../templates/contract-templates.ts'

type Chain = Awaited<ReturnType<typeof listChain>>
type Auth = { sessionId: string; loginAt: string; usedMfa: boolean; isConfirmedAnew: boolean }
export type Evidence = ReturnType<typeof evidenceOf>

type Sources = {
  agreement: Agreement
  agreed: Agreed
  signatures: Signature[]
  emails: Record<Party, string>
  chain: Chain
}

export function evidenceOf({ agreement, agreed, signatures, emails, chain }: Sources) {
  const { terms } = agreement
  return {
    platform: brand.name,
    title: contractTemplates[terms.contract === 1 ? 1 : 0].title,
    agreement_id: agreement.id,
    agreement_number: agreed.code,
    escrow_id: agreed.escrowId,
    template_version: agreement.templateVersion,
    printed_at: agreement.createdAt.toISOString(),
    pages: terms.pages,
    document: {
      sha256: agreement.baseSha256.toString('hex'),
      size: agreement.baseSize,
      note: 'The first bytes of this file, as many as the size says, are the document that both signed.',
    },
    terms: {
      domain: terms.domain,
      principal_cents: terms.amountCents,
      rate_basis_points: terms.rateBps,
      term_days: terms.termDays,
      total_cents: terms.totalCents,
    },
    signatures: signatures.map((signature) => ({
      role: signature.role,
      name: signature.name,
      email: emails[signature.role],
      user_id: signature.userId,
      signed_at: signature.signedAt.toISOString(),
      document_sha256: signature.documentSha256.toString('hex'),
      consent_version: signature.consentVersion,
      consented_at: signature.signedAt.toISOString(),
      address: signature.address,
      agent: signature.agent,
      authentication: presentAuth(signature.auth as Auth), // Written by us alone.
    })),
    events: chain.map(({ seq, at, action, actor, actorId, hash }) => ({
      seq,
      at: at.toISOString(),
      action,
      actor,
      actor_id: actorId,
      hash: hash.toString('hex'),
    })),
    last_event_hash: chain.at(-1)?.hash.toString('hex') ?? null,
  }
}

const presentAuth = ({ sessionId, loginAt, usedMfa, isConfirmedAnew }: Auth) => ({
  session_id: sessionId,
  login_at: loginAt,
  two_step_login: usedMfa,
  confirmed_again: isConfirmedAnew,
})

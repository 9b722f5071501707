/**
 * Which version of the terms and of the privacy notice a user accepted. Without the terms in force
 * nothing new begins: no listing, no offer, no loan, no domain. What runs already is never stopped.
 */
import { legalVersions, type LegalText } from '@pier/protocol/company/legal'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { hasAccepted, insertAcceptances } from './acceptances.repository.ts'

const documents = ['terms', 'privacy'] as const satisfies readonly LegalText[]

/** Refuses if the screen showed an older version than the one in force. */
export function requireShownTerms(shown: number | undefined): void {
  const { version } = legalVersions.terms
  if (shown !== undefined && shown !== version) refuseChanged('terms are', version)
}

function refuseChanged(what: string, version: number): never {
  throw new AppError('terms_changed', {
    message: `The ${what} at version ${version} now. Load the page again and read that version first`,
  })
}

/** Registering accepts both, as the line below its button says. */
export async function acceptByRegistering(tx: Tx, userId: string): Promise<void> {
  await insertAcceptances(tx, documents.map(rowOf(userId, 'registration')))
}

/** Accepts what the user was asked about. A second click changes nothing. */
export async function acceptLegal(
  tx: Tx,
  { userId, terms, privacy }: { userId: string; terms: number; privacy: number },
): Promise<void> {
  requireShownTerms(terms)
  const { version } = legalVersions.privacy
  if (privacy !== version) refuseChanged('privacy notice is', version)
  await insertAcceptances(tx, documents.map(rowOf(userId, 'asked')))
}

/** Signing an agreement accepts the terms in force, as the page of the signature says. */
export async function acceptBySigning(
  tx: Tx,
  { userId, escrowId }: { userId: string; escrowId: string },
): Promise<void> {
  await insertAcceptances(tx, [{ ...rowOf(userId, 'signing')('terms'), escrowId }])
}

const rowOf = (userId: string, how: string) => (document: LegalText) => ({
  userId,
  document,
  version: legalVersions[document].version,
  how,
})

/** Before anything new begins. */
export async function requireTermsAccepted(tx: Tx, userId: string): Promise<void> {
  if (!(await hasTermsAccepted(tx, userId))) throw new AppError('terms_not_accepted')
}

export const hasTermsAccepted = (tx: Tx, userId: string): Promise<boolean> =>
  hasAccepted(tx, { userId, document: 'terms', version: legalVersions.terms.version })

/** What a user's own pages say about the account. */
import type { CallOutput } from '@pier/protocol/calls/calls'
import { legalVersions, type LegalText } from '@pier/protocol/company/legal'
import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import { findFirstSteps } from '../account/first-steps.repository.ts'
import type { UserClients } from '../account/user-clients.ts'
import { openAddress } from './profile.service.ts'
import { findSelf } from './self.repository.ts'
import { pictureDataUrl } from './user-picture.ts'

type Self = CallOutput<'GET /users/self'>

export async function readSelf(
  db: Db,
  clients: UserClients,
  { userId, availableCents }: { userId: string; availableCents: number },
): Promise<Self> {
  const user = await findSelf(db, userId)
  if (!user) throw new AppError('login_required')
  const acceptedOf = (document: LegalText) => {
    const accepted = user.accepted.find((row) => row.document === document)
    return {
      version: legalVersions[document].version,
      accepted_version: accepted?.version ?? null,
      accepted_at: accepted ? new Date(accepted.acceptedAt).toISOString() : null,
    }
  }
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    pfp: user.picture && pictureDataUrl(user.picture),
    balance: availableCents / 100,
    default_contract: user.defaultContract === 1 ? 1 : 0,
    ...openAddress(clients, user),
    email_verified: user.emailVerifiedAt !== null,
    mfa_enabled: user.hasMfa,
    recovery_codes_left: user.codesLeft,
    restricted_until: user.restrictedUntil?.toISOString() ?? null,
    is_frozen: user.frozenAt !== null,
    deletion_at: user.deletionAt?.toISOString() ?? null,
    legal: { terms: acceptedOf('terms'), privacy: acceptedOf('privacy') },
  }
}

export async function readFirstSteps(
  db: Db,
  userId: string,
): Promise<CallOutput<'GET /users/first-steps'>> {
  const steps = await findFirstSteps(db, userId)
  const step = (doneAt: Date | null) => ({
    done: doneAt !== null,
    done_at: doneAt?.toISOString() ?? null,
  })
  return {
    email: step(steps.emailAt),
    two_step: step(steps.twoStepAt),
    // When an address was given is not kept.
    address: { done: steps.hasAddress, done_at: null },
    payment: step(steps.paymentAt),
    domain: step(steps.domainAt),
    alert: step(steps.alertAt),
    market: step(steps.marketAt),
    has_loan: steps.hasLoan,
  }
}

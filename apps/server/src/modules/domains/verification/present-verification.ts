/** The verification of a domain on the wire. */
import type { calls } from '@pier/protocol/calls/calls'
import type { z } from 'zod'
import { challengeHostOf } from '../../../providers/dns/challenge-host.ts'
import { explainCheck, listSeen } from './control-text.ts'
import type { Challenge } from './control.repository.ts'
import type { Domain } from '../ownership/domains.repository.ts'

type Verification = z.input<(typeof calls)['POST /domains/:id/verify']['response'][200]>

export function presentVerification({
  domain,
  challenge,
  now,
}: {
  domain: Pick<Domain, 'name'>
  challenge: Challenge
  now: Date
}): Verification {
  const { value, expiresAt, nextCheckAt, checkedAt, result } = challenge
  return {
    host: challengeHostOf(domain.name),
    type: 'TXT',
    value,
    expires_at: expiresAt.toISOString(),
    is_checking: nextCheckAt !== null && nextCheckAt <= now,
    next_check_at: nextCheckAt?.toISOString() ?? null,
    last_check:
      checkedAt && result
        ? {
            at: checkedAt.toISOString(),
            found: result.found,
            message: explainCheck(result),
            seen: listSeen(result),
            nameservers: result.found ? [...result.nameservers] : [],
          }
        : null,
  }
}

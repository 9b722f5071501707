import { importJWK, jwtVerify, SignJWT, type JWK } from 'jose'
import { AppError, invariant } from '../../../platform/app-error.ts'

const issuer = 'pier'
const audience = 'pier-api'
const type = 'at+jwt'
const lifeSeconds = 15 * 60

/** Kept in memory, by users who are there. The oldest go. */
const tokensMax = 10_000

type AccessClaims = { userId: string; sessionId: string; expiresAt: Date }

/** Signs with the first key of the ring and honours all of them: EdDSA, and nothing else. */
export async function openAccessTokens(ring: (JWK & { kid: string })[]) {
  const keys = new Map<string, Awaited<ReturnType<typeof importJWK>>>()
  for (const { d: _secret, ...jwk } of ring) keys.set(jwk.kid, await importJWK(jwk, 'EdDSA'))
  const [active] = ring
  invariant(active, 'the ring of access keys is empty')
  const signingKey = await importJWK(active, 'EdDSA')

  const keyOf = ({ kid = '' }: { kid?: string }) => {
    const key = keys.get(kid)
    if (!key) throw new AppError('login_required')
    return key
  }
  const verify = async (token: string): Promise<AccessClaims> => {
    try {
      const { payload } = await jwtVerify(token, keyOf, {
        issuer,
        audience,
        typ: type,
        algorithms: ['EdDSA'],
        currentDate: new Date(0),
      })
      const { sub, sid, exp } = payload
      if (!sub || typeof sid !== 'string' || !exp) throw new AppError('login_required')
      return { userId: sub, sessionId: sid, expiresAt: new Date(exp * 1000) }
    } catch {
      throw new AppError('login_required')
    }
  }

  return {
    issue: (
      session: { id: string; userId: string; createdAt: Date; usedMfa: boolean },
      now: Date,
    ) =>
      new SignJWT({
        sid: session.id,
        auth_time: seconds(session.createdAt),
        amr: session.usedMfa ? ['pwd', 'otp'] : ['pwd'],
      })
        .setProtectedHeader({ alg: 'EdDSA', typ: type, kid: active.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(session.userId)
        .setIssuedAt(seconds(now))
        .setExpirationTime(seconds(now) + lifeSeconds)
        .sign(signingKey),

    /** Checks signature, issuer and audience. The caller, who knows the time, checks the expiry. */
    read: keepVerified(verify),
  }
}

/**
 * A token that was good stays good until its time is over, which the caller checks each time, so it is
 * not verified again. What was refused is not kept: it would let strangers fill the place.
 */
function keepVerified(verify: (token: string) => Promise<AccessClaims>) {
  let recent = new Map<string, AccessClaims>()
  let earlier = new Map<string, AccessClaims>()
  const keep = (token: string, claims: AccessClaims) => {
    if (recent.size >= tokensMax / 2) {
      earlier = recent
      recent = new Map()
    }
    recent.set(token, claims)
    return claims
  }
  return async (token: string): Promise<AccessClaims> => {
    const known = recent.get(token)
    if (known) return known
    if (!isAsWritten.test(token)) return verify(token)
    return keep(token, earlier.get(token) ?? (await verify(token)))
  }
}

/**
 * As we write them. One with spaces between its letters is the same token, and there is no end of
 * those: they are verified each time.
 */
const isAsWritten = /^(?=.{1,1000}$)[\w-]+\.[\w-]+\.[\w-]+$/

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)

import { importJWK, jwtVerify, SignJWT, type JWK } from 'jose'
import { AppError, invariant } from '../../../platform/app-error.ts'

const issuer = 'pier'
const audience = 'pier-api'
const type = 'at+jwt'
const lifeSeconds = 15 * 60

type AccessClaims = { userId: string; sessionId: string; expiresAt: Date }

/** Signs with the first key of the ring and honours all of them: EdDSA, and nothing else. */
export async function openAccessTokens(ring: (JWK & { kid: string })[]) {
  const keys = new Map<string, Awaited<ReturnType<typeof importJWK>>>()
  for (const { d: _secret, ...jwk } of ring) keys.set(jwk.kid, await importJWK(jwk, 'EdDSA'))
  const [active] = ring
  invariant(active, 'the ring of access keys is empty')
  const signingKey = await importJWK(active, 'EdDSA')

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
    async read(token: string): Promise<AccessClaims> {
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid = '' }) => {
            const key = keys.get(kid)
            if (!key) throw new AppError('login_required')
            return key
          },
          { issuer, audience, typ: type, algorithms: ['EdDSA'], currentDate: new Date(0) },
        )
        const { sub, sid, exp } = payload
        if (!sub || typeof sid !== 'string' || !exp) throw new AppError('login_required')
        return { userId: sub, sessionId: sid, expiresAt: new Date(exp * 1000) }
      } catch {
        throw new AppError('login_required')
      }
    },
  }
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)

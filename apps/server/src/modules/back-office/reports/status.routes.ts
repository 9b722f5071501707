import { calls, type CallOutput } from '@pier/protocol/calls/calls'
import { inSnapshot, type Db } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { keepFresh } from '../../../platform/keep-fresh.ts'
import { findReconciliation } from '../../payments/payments.service.ts'
import { judgeParts } from './judge-parts.ts'
import { listPublicStops, readVitals } from './status.repository.ts'

const ageMs = 10_000

/** Public, without a login. While the database is away it answers 503 as every call does. */
export const statusRoutes: RoutePlugin = async (app, { db, config }) => {
  const readStatus = keepFresh(() => presentStatus(db), ageMs)

  app.get('/status', { schema: calls['GET /status'] }, async (_request, reply) => {
    const status = await readStatus()
    reply.header('cache-control', `public, max-age=${ageMs / 1000}`) // A refusal is not kept.
    return status
  })

  app.get('/company', { schema: calls['GET /company'] }, (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return config.company
  })
}

const presentStatus = (db: Db): Promise<CallOutput<'GET /status'>> =>
  inSnapshot(db, async (snapshot) => {
    const vitals = await readVitals(snapshot)
    const stops = await listPublicStops(snapshot)
    const compared = await findReconciliation(snapshot)
    return {
      as_of: vitals.now.toISOString(),
      parts: judgeParts(vitals).map(({ since, ...part }) => ({
        ...part,
        since: since?.toISOString() ?? null,
      })),
      stops: stops.map(({ scope, tld, reason, beganAt, isOver }) => ({
        scope,
        tld,
        reason,
        since: beganAt.toISOString(),
        is_over: isOver,
      })),
      sealed_at: vitals.sealedAt?.toISOString() ?? null,
      compared: compared && {
        at: compared.at.toISOString(),
        agrees: compared.differenceCents === 0,
      },
    }
  })

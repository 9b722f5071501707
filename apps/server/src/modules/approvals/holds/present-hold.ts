import type { CallOutput } from '@pier/protocol/calls/calls'
import type { listHolds } from '../../domains/domains.service.ts'

type Hold = Awaited<ReturnType<typeof listHolds>>[number]

export const presentHold = (
  hold: Hold,
): CallOutput<'GET /operator/domains/:id'>['holds'][number] => ({
  id: hold.id,
  kind: hold.kind,
  note: hold.note,
  is_secret: hold.isSecret,
  since: hold.createdAt.toISOString(),
  lifted_at: hold.liftedAt?.toISOString() ?? null,
  review_at: hold.reviewAt?.toISOString() ?? null,
})

import type { JobHandler } from '../../platform/jobs/worker.ts'
import type { SealTools } from '../escrow/seals.service.ts'
import { sealAudit } from './audit-seals.service.ts'
import { applyRuling } from './rulings.service.ts'

export const applyRulingJob: JobHandler<object, 'operator.apply-ruling'> = (
  { settle },
  { subjectId },
) => settle((tx) => applyRuling(tx, subjectId))

export const sealAuditJob: JobHandler<{ sealTools: SealTools }, 'operator.seal-audit'> = ({
  settle,
  sealTools,
}) => settle((tx) => sealAudit(tx, sealTools))

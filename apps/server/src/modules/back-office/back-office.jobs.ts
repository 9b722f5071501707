import type { JobHandler } from '../../platform/jobs/worker.ts'
import type { SealTools } from '../loans/integrity/checkpoints.service.ts'
import { sealAudit } from '../operators/audit-checkpoints.service.ts'
import { lapseDecision } from '../approvals/decisions/decisions.service.ts'
import { applyRuling } from '../disputes/rulings/rulings.service.ts'
import { tellOfOutage } from './settings/tell-of-outage.ts'

export const applyRulingJob: JobHandler<object, 'operator.apply-ruling'> = (
  { settle },
  { subjectId },
) => settle((tx) => applyRuling(tx, subjectId))

export const lapseDecisionJob: JobHandler<object, 'operator.lapse-decision'> = (
  { settle },
  { subjectId },
) => settle((tx) => lapseDecision(tx, subjectId))

export const tellOfOutageJob: JobHandler<object, 'operator.tell-of-outage'> = (
  { settle },
  { stopId },
) => settle((tx) => tellOfOutage(tx, stopId))

export const sealAuditJob: JobHandler<{ sealTools: SealTools }, 'operator.seal-audit'> = ({
  settle,
  sealTools,
}) => settle((tx) => sealAudit(tx, sealTools))

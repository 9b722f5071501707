import type { JobHandler } from '../../platform/jobs/worker.ts'
import type { SealTools } from '../loans/loans.service.ts'
import { sealAudit } from '../operators/operators.service.ts'
import { lapseDecision } from '../approvals/approvals.service.ts'
import { applyRuling } from '../disputes/disputes.service.ts'
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

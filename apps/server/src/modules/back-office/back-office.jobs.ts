import type { JobHandler } from '../../platform/jobs/worker.ts'
import type { CheckpointKeys } from '../loans/loans.service.ts'
import { checkpointAudit } from '../operators/operators.service.ts'
import { lapseDecision } from '../approvals/approvals.service.ts'
import { applyRuling } from '../disputes/disputes.service.ts'
import { notifyOfOutage } from './settings/tell-of-outage.ts'

export const applyRulingJob: JobHandler<object, 'operator.apply-ruling'> = (
  { settle },
  { subjectId },
) => settle((tx) => applyRuling(tx, subjectId))

export const lapseDecisionJob: JobHandler<object, 'operator.lapse-decision'> = (
  { settle },
  { subjectId },
) => settle((tx) => lapseDecision(tx, subjectId))

export const notifyOfOutageJob: JobHandler<object, 'operator.tell-of-outage'> = (
  { settle },
  { stopId },
) => settle((tx) => notifyOfOutage(tx, stopId))

export const checkpointAuditJob: JobHandler<
  { sealTools: CheckpointKeys },
  'operator.seal-audit'
> = ({ settle, sealTools }) => settle((tx) => checkpointAudit(tx, sealTools))

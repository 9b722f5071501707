import type { JobHandler } from '../../platform/jobs/worker.ts'
import { applyRuling } from './rulings.service.ts'

export const applyRulingJob: JobHandler<object, 'operator.apply-ruling'> = (
  { settle },
  { subjectId },
) => settle((tx) => applyRuling(tx, subjectId))

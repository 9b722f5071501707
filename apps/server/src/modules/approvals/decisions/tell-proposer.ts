import { limits } from '@pier/protocol/limits'
import { decisionKinds } from '@pier/protocol/operators'
import type { Tx } from '../../../platform/db/database.ts'
import type { Decision } from './decisions.repository.ts'
import { mailOperators } from '../../operators/operators.service.ts'

/** Notifies the proposer that nobody confirmed in time. */
export const notifyProposer = (
  tx: Tx,
  { number, kind, proposedBy }: Pick<Decision, 'number' | 'kind' | 'proposedBy'>,
): Promise<void> =>
  mailOperators(
    tx,
    {
      subject: `Decision ${number} has expired`,
      heading: `${decisionKinds[kind].words}: no second approval in time`,
      paragraphs: [
        `It was open for ${limits.proposalHours} hours. Nothing has changed. You can propose it again.`,
      ],
      opens: { label: 'Open Decisions', path: '/operator/decisions' },
    },
    ({ id }) => id === proposedBy,
  )

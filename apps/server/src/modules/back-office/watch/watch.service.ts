/**
 * What whoever watches the product is shown of the database. `deploy/watch/rules.yml` says which
 * values a person is called for, `docs/runbooks.md` what that person does.
 */
import type { Check } from '../../../platform/watch/checks.ts'
import { checkBooks } from '../../ledger/ledger.service.ts'
import { countQueues } from '../queues/queues.service.ts'
import {
  countDeadJobs,
  readArchive,
  readClockStops,
  readCommands,
  readHeartbeats,
  readMails,
  readQueueAges,
  readReconciliations,
  readSeals,
  readTimeline,
  readTimerAge,
} from './watch.repository.ts'

const often = 15
/** For what reads thousands of rows, or changes once an hour. A rule calls somebody after three. */
const seldom = 300

const jobs: Check = {
  what: 'jobs',
  everySeconds: often,
  gauges: {
    pier_dead_jobs: { help: 'Jobs out of retries that nobody has reviewed yet' },
    pier_queue_age_seconds: {
      help: 'For how long the oldest due job of a queue has waited',
      label: 'queue',
    },
    pier_timers_late_seconds: { help: 'For how long the oldest due deadline has waited' },
  },
  read: async (db) => ({
    pier_dead_jobs: (await countDeadJobs(db)).dead,
    pier_queue_age_seconds: await readQueueAges(db),
    pier_timers_late_seconds: (await readTimerAge(db)).late,
  }),
}

const mails: Check = {
  what: 'mails',
  everySeconds: often,
  gauges: {
    pier_mails_waiting: { help: 'Mails that the relay has not taken yet' },
    pier_mails_oldest_seconds: { help: 'For how long the oldest of them has waited' },
    pier_mails_refused: { help: 'Mails that the relay refused for good within the last day' },
  },
  read: async (db) => {
    const { waiting, oldest, refused } = await readMails(db)
    return {
      pier_mails_waiting: waiting,
      pier_mails_oldest_seconds: oldest,
      pier_mails_refused: refused,
    }
  },
}

const heartbeats: Check = {
  what: 'heartbeats',
  everySeconds: often,
  gauges: {
    pier_heartbeat_at_seconds: {
      help: 'When a part was last heard of: API, worker, registrar',
      label: 'part',
    },
  },
  read: async (db) => ({ pier_heartbeat_at_seconds: await readHeartbeats(db) }),
}

const custody: Check = {
  what: 'custody',
  everySeconds: often,
  gauges: {
    pier_registrar_commands_stuck: {
      help: 'Registrar commands neither done nor refused that an operator has to resolve',
    },
    pier_registrar_commands_oldest_seconds: {
      help: 'For how long the oldest command without an answer has waited',
    },
    pier_custody_alarms: {
      help: 'Open alarms: the registry data of a domain differs from our records',
    },
  },
  read: async (db) => {
    const { stuck, oldest, alarms } = await readCommands(db)
    return {
      pier_registrar_commands_stuck: stuck,
      pier_registrar_commands_oldest_seconds: oldest,
      pier_custody_alarms: alarms,
    }
  },
}

const seals: Check = {
  what: 'seals',
  everySeconds: seldom,
  gauges: {
    pier_unsealed_seconds: {
      help: 'Age of the oldest chain line without a checkpoint',
      label: 'chain',
    },
    pier_sealed_at_seconds: { help: 'Time of the last chain checkpoint', label: 'chain' },
  },
  read: async (db) => {
    const { loansWait, auditWait, loansAt, auditAt } = await readSeals(db)
    return {
      pier_unsealed_seconds: { loans: loansWait, audit: auditWait },
      pier_sealed_at_seconds: {
        ...(loansAt !== null && { loans: loansAt }),
        ...(auditAt !== null && { audit: auditAt }),
      },
    }
  },
}

const reconciliations: Check = {
  what: 'reconciliations',
  everySeconds: seldom,
  gauges: {
    pier_reconciled_at_seconds: {
      help: 'When a payment provider was last compared with the ledger',
      label: 'provider',
    },
    pier_reconciliation_difference_cents: {
      help: 'Sum of all differences between a payment provider and the ledger, in cents',
      label: 'provider',
    },
    pier_reconciliation_unexplained: {
      help: 'Movements that only the provider or only the ledger knows',
      label: 'provider',
    },
  },
  read: async (db) => {
    const newest = await readReconciliations(db)
    const each = (value: (row: (typeof newest)[number]) => number) =>
      Object.fromEntries(newest.map((row) => [row.provider, value(row)]))
    return {
      pier_reconciled_at_seconds: each(({ at }) => at),
      pier_reconciliation_difference_cents: each(({ differenceCents }) => differenceCents),
      pier_reconciliation_unexplained: each(({ unexplained }) => unexplained),
    }
  },
}

const ledger: Check = {
  what: 'ledger',
  everySeconds: seldom,
  gauges: {
    pier_ledger_sum_cents: {
      help: 'Trial balance of the ledger. Anything but zero is a fault',
    },
    pier_ledger_wrong_balances: {
      help: 'Users whose stored balance differs from the sum of their postings, 100 at most',
    },
  },
  read: async (db) => {
    const { sumCents, wrongUsers } = await checkBooks(db)
    return { pier_ledger_sum_cents: sumCents, pier_ledger_wrong_balances: wrongUsers.length }
  },
}

const clocks: Check = {
  what: 'clocks',
  everySeconds: often,
  gauges: {
    pier_clocks_stopped: {
      help: 'Stopped clocks by scope: all, transfers in, a TLD, one loan',
      label: 'scope',
    },
  },
  read: async (db) => ({ pier_clocks_stopped: await readClockStops(db) }),
}

const database: Check = {
  what: 'database',
  everySeconds: often,
  gauges: {
    pier_database_timeline: { help: 'Grows by one with every failover of the database' },
    pier_archive_failing_seconds: {
      help: 'For how long the archiving of database segments has failed',
    },
  },
  read: async (db) => ({
    pier_database_timeline: (await readTimeline(db)).timeline,
    pier_archive_failing_seconds: (await readArchive(db)).failing,
  }),
}

const operatorItems: Check = {
  what: 'operators',
  everySeconds: seldom,
  gauges: {
    pier_operator_items: { help: 'Lines in a queue of the operators', label: 'queue' },
    pier_operator_items_late: {
      help: 'Lines in the queue that are past their deadline',
      label: 'queue',
    },
  },
  read: async (db) => {
    const queues = await countQueues(db)
    return {
      pier_operator_items: Object.fromEntries(queues.map(({ queue, count }) => [queue, count])),
      pier_operator_items_late: Object.fromEntries(queues.map(({ queue, late }) => [queue, late])),
    }
  },
}

export const workerChecks: readonly Check[] = [
  jobs,
  mails,
  heartbeats,
  custody,
  seals,
  reconciliations,
  ledger,
  clocks,
  database,
]

/** The queues of operators hold what strangers report, which a worker may not read. */
export const apiChecks: readonly Check[] = [operatorItems]

import type { Tx } from '../../../platform/db/database.ts'
import type { JobHandler } from '../../../platform/jobs/worker.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import {
  type DomainInfo,
  type Registrar,
  RegistrarError,
  type RegistrarErrorCode,
} from '../../../providers/registrar/registrar-port.ts'
import type { Mailer } from '../../../providers/mail/mailer.ts'
import type { Domain } from '../../domains/domains.service.ts'
import type { Command, CommandEnd, CommandInputs, CommandKind } from './commands.repository.ts'
import type { CustodyClients } from './custody-clients.ts'

export type CustodyWorker = { custodyTools: CustodyClients; mailer: Mailer; metrics: Metrics }
export type Worker = Parameters<JobHandler<CustodyWorker, 'custody.run-command'>>[0]

/** The result of a run: how the command ends and what is saved in the same transaction. */
export type Outcome = {
  end: CommandEnd
  record: (tx: Tx, domain: Domain) => Promise<void>
  /** The registry's state of the name afterwards. */
  seen?: DomainInfo | null
}

/** Calls the registrar. Throwing means the outcome is unknown: the next run asks first. */
export type Run<K extends CommandKind> = (
  worker: Worker,
  command: Command & { input: CommandInputs[K] },
  domain: Domain,
) => Promise<Outcome>

export const done = (
  record: Outcome['record'] = async () => {},
  end: CommandEnd = { state: 'done' },
): Outcome => ({ end, record })

/** Neither done nor refused: a person has to look. */
export const stuck = (
  why: string,
  error: RegistrarError | undefined,
  record: Outcome['record'] = async () => {},
): Outcome => ({ end: { state: 'stuck', error: why, registrarRef: error?.serverId }, record })

export const isRefusal = (error: unknown, ...codes: RegistrarErrorCode[]): boolean =>
  error instanceof RegistrarError && codes.includes(error.code)

/** Some registries reveal nothing about a name that another registrar has. */
export const findAnyDomain = (registrar: Registrar, name: string): Promise<DomainInfo | null> =>
  registrar.findDomain({ name }).catch((error: unknown) => {
    if (isRefusal(error, 'not_ours')) return null
    throw error
  })

/** The registrar has answered, and trying again unchanged would get the same answer. */
export const refusedBy = (error: unknown): error is RegistrarError =>
  error instanceof RegistrarError &&
  !error.isRetryable &&
  error.code !== 'outcome_unknown' &&
  error.code !== 'credentials'

/** What we keep of a refusal: only codes, as the registry's texts could repeat what was sent. */
export const codesOf = ({ code, results }: RegistrarError): string =>
  [code, ...results.map((result) => result.code)].join(' ')

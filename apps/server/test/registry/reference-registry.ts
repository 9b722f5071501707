/**
 * A domain registry that speaks EPP over TLS, for tests and development: two or more registrars, a
 * clock moved by hand, and faults on demand. It validates every frame of both sides against the
 * official schemas. Its rules are those of gTLD registries. Never for production.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { namespaces } from '../../src/providers/registrar/epp/xml/namespaces.ts'
import { makeCertificate } from './certificate.ts'
import { writeChange, writeDomainInfo } from './commands/registry-answers.ts'
import { advance } from './registry-clock.ts'
import { createRegistryFaults, type FaultChoice, type RegistryFault } from './registry-faults.ts'
import { type Registry, type RegistryFrame, serveSession } from './registry-session.ts'
import { restoreSnapshot, takeSnapshot } from './registry-snapshot.ts'
import {
  createRegistryState,
  queueMessage,
  type RegistrarAccount,
  type RegistryDomain,
  type RegistryEffect,
} from './registry-state.ts'
import { ruleOnTransfer } from './commands/registry-transfers.ts'
import { addDomain } from './commands/registry-updates.ts'
import { createSchemaCheck } from './schemas/schema-check.ts'

export type RegistryOptions = {
  registrars: RegistrarAccount[]
  port?: number
  startsAt?: Date
  feeVersions?: ('1.0' | '0.7')[]
  /** Extensions that it does not offer, by URI. */
  without?: string[]
  idleMs?: number
  sessionsMax?: number
  certificate?: { cert: string; key: string }
  /** The state saved by an earlier run. */
  snapshot?: string | undefined
  /** Called after every command. */
  onCommand?: (() => void) | undefined
  /** Called with every message of both sides, before it is parsed. */
  onFrame?: ((frame: RegistryFrame) => void) | undefined
}

const feeUris = { '1.0': namespaces.fee10, '0.7': namespaces.fee07 }

export async function startReferenceRegistry(options: RegistryOptions) {
  const certificate = options.certificate ?? makeCertificate()
  const registry = createRegistry(options)
  const sockets = new Set<TLSSocket>()
  const server = createServer({ ...certificate, minVersion: 'TLSv1.2' }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serveSession(registry, socket)
  })
  server.on('tlsClientError', () => {}) // A client that does not trust us hangs up.
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // A listening TCP server always has one.

  const { state, violations, received, faults } = registry
  return {
    port,
    ca: certificate.cert,
    violations,
    received,
    control: {
      now: () => state.now,
      advanceDays: (days: number) => advance(state, days),
      addDomain: (given: Parameters<typeof addDomain>[1]) => addDomain(state, given),
      getDomain: (name: string) => getDomain(registry, name),
      /** The domain was deleted, and nobody has it any more. */
      forgetDomain: (name: string): void => {
        state.domains.delete(name)
      },
      listDomains: () => [...state.domains.values()],
      addContact: ({ id, owner }: { id: string; owner: string }) => {
        state.contacts.set(id, { owner })
      },
      /** The losing registrar approves or rejects, the gaining one cancels. */
      rule: (name: string, ruling: Parameters<typeof ruleOnTransfer>[2]) => {
        ruleOnTransfer(state, getDomain(registry, name), ruling)
      },
      takeSnapshot: () => takeSnapshot(state),
      journal: (): readonly RegistryEffect[] => state.journal,
      fail: (fault: RegistryFault) => faults.add(fault),
      failBy: (choice: FaultChoice) => faults.chooseBy(choice),
      changeByOthers: (change: OutsideChange) => changeByOthers(registry, change),
      closeConnections: () => {
        for (const socket of sockets) socket.destroy()
      },
    },
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      registry.schema.close()
    },
  }
}

function createRegistry(options: RegistryOptions): Registry {
  const { domain, host, contact, rgp, secDNS, changePoll, loginSec } = namespaces
  const { secureAuthInfo, keysys } = namespaces
  const fees = (options.feeVersions ?? ['1.0', '0.7']).map((version) => feeUris[version])
  const extensions = [rgp, secDNS, changePoll, loginSec, secureAuthInfo, keysys, ...fees]
  const startsAt = options.startsAt ?? new Date('2026-01-15T10:00:00.000Z')
  const state = createRegistryState(options.registrars, startsAt)
  if (options.snapshot !== undefined) restoreSnapshot(state, options.snapshot)
  return {
    state,
    menu: {
      objects: [domain, host, contact],
      extensions: extensions.filter((uri) => !options.without?.includes(uri)),
    },
    serverId: 'Reference registry',
    schema: createSchemaCheck(),
    faults: createRegistryFaults(),
    idleMs: options.idleMs ?? 600_000,
    sessionsMax: options.sessionsMax ?? 4,
    sessions: new Set(),
    onCommand: options.onCommand ?? (() => {}),
    onFrame: options.onFrame ?? (() => {}),
    violations: [],
    received: [],
  }
}

function getDomain({ state }: Registry, name: string): RegistryDomain {
  const domain = state.domains.get(name)
  if (!domain) throw new Error(`No domain ${name}`)
  return domain
}

export type OutsideChange = { name: string; who: string; caseId: string; reason: string }

/** A panel or a court has the registry lock a name; its registrar learns of it by poll message. */
function changeByOthers(registry: Registry, { name, ...change }: OutsideChange): void {
  const { state } = registry
  const domain = getDomain(registry, name)
  for (const kind of ['Transfer', 'Update', 'Delete']) {
    domain.statuses.add(`server${kind}Prohibited`)
  }
  const changed = writeChange({ at: state.now, serverId: 'SV-OUTSIDE', ...change })
  const data = writeDomainInfo(domain, { isFull: true })
  queueMessage(state, domain.sponsor, { text: 'The registry changed a domain.', data, changed })
}

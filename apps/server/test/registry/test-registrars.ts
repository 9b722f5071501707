import { afterEach, beforeEach, expect } from 'vitest'
import {
  createEppRegistrar,
  type EppRegistrarOptions,
} from '../../src/providers/registrar/epp/epp-registrar.ts'
import type { Registrar, RegistrarEvent } from '../../src/providers/registrar/registrar-port.ts'
import { makeSecret } from '../../src/platform/crypto/secret-text.ts'
import { type RegistryOptions, startReferenceRegistry } from './reference-registry.ts'

export const ourId = 'pier-one'
export const theirId = 'other-one'
const passwords: Record<string, string> = {
  [ourId]: 'foo-BAR2',
  [theirId]: 'a-much-longer-password',
}

export const name = 'borrower-one.com'
export const authCode = makeSecret('a&<b>"9-x')
export const transfer = { name, authCode, years: 1, amountCents: null, commandId: 'CMD-1' }
export const ds = { keyTag: 12_345, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) }

/** A registry with two registrars: ours, the gaining one, and the other, the losing one. */
export async function startRegistrars(options: Partial<RegistryOptions> = {}) {
  const registrars = Object.entries(passwords).map(([id, password]) => ({ id, password }))
  const registry = await startReferenceRegistry({ registrars, ...options })
  const clients: Registrar[] = []
  const connect = (user: string, more: Partial<EppRegistrarOptions> = {}): Registrar => {
    const client = createEppRegistrar({
      endpoint: { host: 'localhost', port: registry.port, ca: registry.ca },
      user,
      password: makeSecret(passwords[user] ?? ''),
      profile: 'standard',
      ...more,
      settings: { commandsPerMinute: 6000, backoffMinMs: 20, ...more.settings },
    })
    clients.push(client)
    return client
  }
  return {
    registry,
    control: registry.control,
    connect,
    us: connect(ourId),
    them: connect(theirId),
    close: async (): Promise<void> => {
      for (const client of clients) await client.close()
      await registry.close()
    },
  }
}

type Registrars = Awaited<ReturnType<typeof startRegistrars>>
type Given = Partial<Parameters<Registrars['control']['addDomain']>[0]>

/** A registry for each test, in which no frame may break a schema. */
export function useRegistrars(options: Partial<RegistryOptions> = {}) {
  let house: Registrars
  beforeEach(async () => {
    house = await startRegistrars(options)
  })
  afterEach(async () => {
    await house.close()
    expect(house.registry.violations).toEqual([])
  })
  return {
    us: () => house.us,
    them: () => house.them,
    control: () => house.control,
    received: () => house.registry.received,
    connect: (user: string, more?: Partial<EppRegistrarOptions>) => house.connect(user, more),
    given: {
      ours: (more: Given = {}) => house.control.addDomain({ name, sponsor: ourId, ...more }),
      theirs: (more: Given = {}) =>
        house.control.addDomain({ name, sponsor: theirId, code: authCode.reveal(), ...more }),
    },
  }
}

export async function listEvents(client: Registrar): Promise<RegistrarEvent[]> {
  const events: RegistrarEvent[] = []
  await client.drainEvents(async (event) => void events.push(event), { eventsMax: 20 })
  return events
}

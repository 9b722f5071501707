import { randomUUID } from 'node:crypto'
import type { Command, DomainInfo, DsRecord, NameserversInput } from '../registrar-port.ts'
import { listKnownHosts } from './messages/domain-answers.ts'
import { domainUpdate, type DsDifference, secDnsUpdate } from './messages/domain-frames.ts'
import { ask, type Epp, getDomain, isRefusal, transform } from './epp-commands.ts'
import { namespaces } from './xml/namespaces.ts'
import { hostCheck, hostCreate } from './messages/object-frames.ts'

/** Nameservers and DS records change in one command: in two, the name would not resolve between. */
export async function setNameservers(
  epp: Epp,
  { name, nameservers, dsRecords, commandId }: NameserversInput & Command,
): Promise<void> {
  const domain = await getDomain(epp, name)
  const wanted = nameservers.map((host) => host.toLowerCase())
  const add = wanted.filter((host) => !domain.nameservers.includes(host))
  const remove = domain.nameservers.filter((host) => !wanted.includes(host))
  const dsDifference = compareDs(domain, dsRecords)
  if (add.length + remove.length === 0 && !dsDifference) return

  const hasHostObjects = (await epp.session.readGreeting()).objects.includes(namespaces.host)
  if (hasHostObjects && add.length > 0) await createUnknownHosts(epp, add)
  const change = {
    name,
    add: { nameservers: add },
    remove: { nameservers: remove },
    hasHostObjects,
  }
  const extensions = () => (dsDifference ? [secDnsUpdate(dsDifference)] : [])
  await transform(epp, 'update', commandId, () => domainUpdate(change), { extensions })
}

function compareDs(domain: DomainInfo, wanted: NameserversInput['dsRecords']): DsDifference | null {
  if (wanted === 'keep') return null
  if (wanted === 'remove') return domain.dsRecords.length > 0 ? { add: [], remove: 'all' } : null
  const had = new Set(domain.dsRecords.map(keyOf))
  const wants = new Set(wanted.map(keyOf))
  const add = wanted.filter((record) => !had.has(keyOf(record)))
  const remove = domain.dsRecords.filter((record) => !wants.has(keyOf(record)))
  return add.length + remove.length > 0 ? { add, remove } : null
}

const keyOf = ({ keyTag, algorithm, digestType, digest }: DsRecord): string =>
  [keyTag, algorithm, digestType, digest.toUpperCase()].join(' ')

/** A registry with host objects points only to hosts that it knows. */
async function createUnknownHosts(epp: Epp, hosts: string[]): Promise<void> {
  const known = listKnownHosts(await ask(epp, 'check', () => hostCheck(hosts)))
  for (const host of hosts.filter((host) => !known.includes(host))) {
    await transform(epp, 'create', randomUUID(), () => hostCreate(host)).catch((error: unknown) => {
      if (!isRefusal(error, 'already_exists')) throw error // Created meanwhile.
    })
  }
}

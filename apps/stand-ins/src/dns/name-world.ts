/**
 * The DNS as a registry makes it: signed endings, and names below them that appear while everything
 * runs, each delegated by its ending, with a DS record if it is signed.
 */
import { startDnsWorld, type Zone } from './dns-world.ts'

export const endings = ['com', 'net', 'org', 'io', 'ai', 'co', 'app', 'dev', 'shop', 'xyz', 'de']

export type NameWorld = Awaited<ReturnType<typeof startNameWorld>>

export async function startNameWorld() {
  const world = await startDnsWorld(endings.map(endingZone))
  const known = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()

  /** One change of the servers at a time: each rewrites their configuration. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
  return {
    port: world.port,
    resolver: world.resolver,
    /** Makes both servers answer for these names. Names they know already stay. */
    addNames: (names: readonly NewName[]): Promise<void> =>
      inTurn(async () => {
        const fresh = names.filter(({ name }) => !known.has(name))
        if (fresh.length === 0) return
        await world.addZones(fresh.map(toZone))
        await delegate(world, fresh)
        for (const { name } of fresh) known.add(name)
      }),
    /** The DS records that the holder of a signed name gives the registry. */
    listDs: async (name: string): Promise<DsRecord[]> => {
      const [first] = await world.listDs(name)
      return (first?.lines ?? []).map(readDs)
    },
    publishTxt: (name: string, { host, value }: TxtRecord): Promise<void> =>
      world.update(name, `add ${host} 60 TXT ${quote(value)}`),
    removeTxt: (name: string, { host, value }: TxtRecord): Promise<void> =>
      world.update(name, `delete ${host} TXT ${quote(value)}`),
    stop: world.stop,
  }
}

type DsRecord = { keyTag: number; algorithm: number; digestType: number; digest: string }
export type NewName = { name: string; isSigned?: boolean | undefined }
export type TxtRecord = { host: string; value: string }

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

const endingZone = (name: string): Zone => ({
  name,
  records: ['@ NS a.nic', '@ NS b.nic', 'a.nic A 127.0.0.1', 'b.nic A 127.0.0.2'],
  isSigned: true,
})

const toZone = ({ name, isSigned = false }: NewName): Zone => {
  if (!endings.includes(endingOf(name))) throw new Error(`No server for the ending of ${name}`)
  return { name, isSigned }
}

/** All names of one ending in one update, because each update signs the ending again. */
async function delegate(
  dns: Awaited<ReturnType<typeof startDnsWorld>>,
  names: readonly NewName[],
): Promise<void> {
  for (const ending of new Set(names.map(({ name }) => endingOf(name)))) {
    const own = names.filter(({ name }) => endingOf(name) === ending)
    const lines = own.flatMap(({ name }) => [
      `add ${name} 60 NS ns1.${name}.`,
      `add ${name} 60 NS ns2.${name}.`,
      `add ns1.${name} 60 A 127.0.0.1`,
      `add ns2.${name} 60 A 127.0.0.2`,
    ])
    await dns.update(ending, lines)
    for (const { name } of own.filter(({ isSigned }) => isSigned)) {
      for (const { address, lines: records } of await dns.listDs(name)) {
        const updates = records.map((record) => `add ${name} 60 DS ${dataOf(record)}`)
        await dns.update(ending, updates, [address])
      }
    }
    await dns.forget(ending)
  }
}

/** `name. DS tag algorithm type digest`. */
const dataOf = (record: string): string => record.split(' ').slice(2).join(' ')

function readDs(record: string): DsRecord {
  const [keyTag, algorithm, digestType, digest = ''] = dataOf(record).split(' ')
  return {
    keyTag: Number(keyTag),
    algorithm: Number(algorithm),
    digestType: Number(digestType),
    digest: digest.toUpperCase(),
  }
}

/** A string of a TXT record holds 255 bytes; a longer value is split. */
function quote(value: string): string {
  const parts = value.match(/.{1,255}/gsu) ?? ['']
  return parts.map((part) => `"${part.replaceAll(/["\\]/g, '\\$&')}"`).join(' ')
}

/** The facts of an RDAP answer about a domain (RFC 9083) that a lender goes by. */
import { z } from 'zod'

export type RegistrationFacts = {
  registeredAt: Date | null
  expiresAt: Date | null
  transferredAt: Date | null
  changedAt: Date | null
  /** Spelled as in RDAP: `client transfer prohibited`, `redemption period`. */
  statuses: readonly string[]
  registrar: { name: string | null; ianaId: string | null }
  nameservers: readonly string[]
  dnssecSigned: boolean | null
}

/** Registries differ a lot; a malformed part counts as missing. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item.nullable().catch(null)).catch([])

const domainSchema = z.object({
  objectClassName: z.literal('domain'),
  ldhName: z.string(),
  status: listOf(z.string()),
  events: listOf(z.object({ eventAction: z.string(), eventDate: z.string() })),
  nameservers: listOf(z.object({ ldhName: z.string() })),
  secureDNS: z.object({ delegationSigned: z.boolean() }).nullable().catch(null),
  entities: listOf(
    z.object({
      roles: z.array(z.string()),
      vcardArray: z
        .tuple([z.literal('vcard'), z.array(z.array(z.unknown()))])
        .optional()
        .catch(undefined),
      publicIds: listOf(
        z.object({ type: z.string(), identifier: z.union([z.string(), z.number()]) }),
      ),
    }),
  ),
})
type RdapDomain = z.infer<typeof domainSchema>

/** Nothing when it is not an answer about that very name. */
export function readFacts(answer: unknown, name: string): RegistrationFacts | null {
  const parsed = domainSchema.safeParse(answer)
  if (!parsed.success) return null
  const domain = parsed.data
  if (plainName(domain.ldhName) !== name) return null
  return {
    // A name that lapsed and was taken again is as old as its new registration.
    registeredAt: findLatest(domain, ['registration', 'reregistration']),
    expiresAt: findLatest(domain, ['expiration']),
    transferredAt: findLatest(domain, ['transfer']),
    changedAt: findLatest(domain, ['last changed']),
    statuses: [...new Set(present(domain.status).map((status) => status.toLowerCase()))].sort(),
    registrar: findRegistrar(domain),
    nameservers: present(domain.nameservers).map(({ ldhName }) => plainName(ldhName)),
    dnssecSigned: domain.secureDNS?.delegationSigned ?? null,
  }
}

const present = <Item>(items: readonly (Item | null)[]): Item[] =>
  items.flatMap((item) => (item === null ? [] : [item]))

const plainName = (name: string) => name.toLowerCase().replace(/\.$/, '')

function findLatest({ events }: RdapDomain, actions: readonly string[]): Date | null {
  const times = present(events)
    .filter(({ eventAction }) => actions.includes(eventAction.toLowerCase()))
    .map(({ eventDate }) => Date.parse(eventDate))
    .filter((time) => Number.isFinite(time))
  return times.length === 0 ? null : new Date(Math.max(...times))
}

function findRegistrar({ entities }: RdapDomain): RegistrationFacts['registrar'] {
  const registrar = present(entities).find(({ roles }) => roles.includes('registrar'))
  const card = registrar?.vcardArray?.[1].find(([property]) => property === 'fn')
  const id = present(registrar?.publicIds ?? []).find(({ type }) =>
    /^IANA Registrar ID$/i.test(type),
  )
  const name = card?.[3]
  return {
    name: typeof name === 'string' && name !== '' ? name : null,
    ianaId: id === undefined ? null : String(id.identifier),
  }
}

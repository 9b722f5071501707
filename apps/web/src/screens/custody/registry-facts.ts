import { dayMs } from '@pier/protocol/time'
import type { CallOutput } from '@pier/protocol/calls/calls'
import { fullDay } from '../../text/date-text.ts'

export type CertificatePage = CallOutput<'GET /custody/:code'>
export type Signed = NonNullable<CertificatePage['signed']>
export type Certificate = Signed['certificate']
type Registry = NonNullable<Certificate['registry']>

export type Fact = {
  label: string
  value: string
  note?: string | undefined
  mark?: 'good' | 'wait' | undefined
}

type Registrar = { registrarName: string; accreditationNumber: string }

/** What the registry showed, as people read it. */
export function registryFacts(
  { on_hold, registry }: Certificate & { registry: Registry },
  { registrar, nowMs }: { registrar: Registrar; nowMs: number },
): Fact[] {
  return [
    registrarFact(registry, registrar),
    lockFact('Transfer lock', registry.transfer_locked, statusesOf(registry, 'transfer')),
    lockFact('Delete lock', registry.delete_locked, statusesOf(registry, 'delete')),
    {
      label: 'Expires',
      value: registry.expires_at ? fullDay(registry.expires_at) : 'Not stated',
      note: registry.expires_at ? daysUntil(registry.expires_at, nowMs) : undefined,
      mark: registry.expires_at && Date.parse(registry.expires_at) > nowMs ? 'good' : undefined,
    },
    signedFact(registry.ds_records),
    {
      label: 'Nameservers',
      value: registry.nameservers.length === 0 ? 'None' : String(registry.nameservers.length),
      note: registry.nameservers.join(', ') || undefined,
    },
    {
      label: 'Holds and orders',
      value: on_hold ? 'On hold' : 'None',
      note: 'court, registry, theft report',
      mark: on_hold ? 'wait' : 'good',
    },
    {
      label: 'Last change',
      value: registry.changed_at ? fullDay(registry.changed_at) : 'Not stated',
      note: registry.changed_at ? 'at the registry' : 'by this registry',
    },
    {
      label: 'First registered',
      value: registry.registered_at ? fullDay(registry.registered_at) : 'Not stated',
      note: registry.transferred_at ? `last moved ${fullDay(registry.transferred_at)}` : undefined,
    },
  ]
}

function registrarFact(
  { with_us, registrar }: Registry,
  { registrarName, accreditationNumber }: Registrar,
): Fact {
  if (with_us)
    return {
      label: 'Registrar',
      value: registrarName,
      note: `accreditation no. ${accreditationNumber}`,
      mark: 'good',
    }
  return {
    label: 'Registrar',
    value: registrar ?? 'Not with us',
    note: 'The registry does not show it with us',
    mark: 'wait',
  }
}

const lockFact = (label: string, isOn: boolean, statuses: string): Fact => ({
  label,
  value: isOn ? 'On' : 'Off',
  note: isOn ? statuses : undefined,
  mark: isOn ? 'good' : 'wait',
})

function signedFact(records: Registry['ds_records']): Fact {
  if (!records) return { label: 'DS record', value: 'Not read yet' }
  if (records.length === 0) return { label: 'DS record', value: 'None', note: 'DNSSEC is off' }
  const [first] = records
  return {
    label: 'DS record',
    value: records.length === 1 ? '1 key' : `${records.length} keys`,
    note: first && `tag ${first.key_tag}, algorithm ${first.algorithm}`,
    mark: 'good',
  }
}

/** "clientTransferProhibited", as a registry writes it. */
const statusesOf = ({ statuses }: Registry, what: string): string =>
  statuses
    .filter((status) => status.endsWith(`${what} prohibited`))
    .map((status) => status.replaceAll(/ ([a-z])/g, (_, letter: string) => letter.toUpperCase()))
    .join(', ')

function daysUntil(at: string, nowMs: number): string {
  const days = Math.floor((Date.parse(at) - nowMs) / dayMs)
  if (days < 0) return 'This date has passed'
  return days === 1 ? 'in 1 day' : `in ${days} days`
}

/** "107 days", of a time in the past. */
export function daysSince(at: string, nowMs: number): string {
  const days = Math.max(0, Math.floor((nowMs - Date.parse(at)) / dayMs))
  return days === 1 ? '1 day' : `${days} days`
}

/** The first eight bytes, as "5c:1f:90:ae:77:02:d4:b8". */
export const shortFingerprint = (hex: string): string =>
  (hex.slice(0, 16).match(/../g) ?? []).join(':')

import type { SettingName } from '@pier/protocol/settings'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'

export type Version = {
  name: SettingName
  version: number
  value: unknown
  reason: string
  setAt: Date
  setter: string
  confirmer: string | null
}

const versions = sql`select s.name, s.version, s.value, s.reason, s.set_at, o.name as setter,
    c.name as confirmer
  from settings as s join operators as o on o.id = s.set_by
  left join decisions as d on d.id = s.decision_id
  left join operators as c on c.id = d.decided_by`

export async function listLastVersions(db: Kysely<DB>): Promise<Version[]> {
  const { rows } = await sql<Version>`
    ${versions} where not exists (select from settings as later
      where later.name = s.name and later.version > s.version)
  `.execute(db)
  return rows
}

export async function listVersions(db: Kysely<DB>, name: SettingName): Promise<Version[]> {
  const { rows } = await sql<Version>`
    ${versions} where s.name = ${name} order by s.version desc limit 500
  `.execute(db)
  return rows
}

export type ShownPolicy = {
  suffix: string
  effectiveFrom: Date
  isSupported: boolean
  lockDays: number
  ageDaysMin: number
  transferDaysMin: number
  transferDaysMax: number
  waitDaysMax: number
  codeDays: number
  transferPriceCents: string
  renewalPriceCents: string
  reason: string | null
  setter: string | null
  confirmer: string | null
  isInForce: boolean
}

export async function listPolicies(db: Kysely<DB>): Promise<ShownPolicy[]> {
  const { rows } = await sql<ShownPolicy>`
    select p.*, o.name as setter, c.name as confirmer,
      coalesce(p.effective_from = (select max(effective_from) from tld_policies as other
        where other.suffix = p.suffix and other.effective_from <= (select app_now())), false) as is_in_force
    from tld_policies as p
    left join operators as o on o.id = p.set_by
    left join decisions as d on d.id = p.decision_id
    left join operators as c on c.id = d.decided_by
    order by p.suffix, p.effective_from desc
  `.execute(db)
  return rows
}

import {
  defaultSettings,
  settingSchemas,
  twoKeySettings,
  type SettingName,
} from '@pier/protocol/settings'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { openConsole } from '../../operators/operators.service.ts'
import { decided, readDecision } from '../../approvals/approvals.service.ts'
import { proposePolicy, setAnew } from './settings.service.ts'
import { listLastVersions, listPolicies, listVersions } from './settings.repository.ts'

const names = Object.keys(settingSchemas) as SettingName[]

/** Settings that operators change, with all versions. */
export const settingsRoutes: RoutePlugin = async (app, context) => {
  const { onQuery, onCommand } = await openConsole(app, context)

  onQuery('GET /operator/settings', async (db) => {
    const last = new Map((await listLastVersions(db)).map((row) => [row.name, row]))
    const settings = names.map((name) => {
      const set = last.get(name)
      return {
        name,
        value: set ? set.value : defaultSettings[name],
        needs_two_keys: twoKeySettings.includes(name),
        version: set?.version ?? 0,
        set_at: set?.setAt.toISOString() ?? null,
        set_by: set?.setter ?? null,
      }
    })
    return { settings }
  })

  onQuery('GET /operator/settings/:name', async (db, { params: { name } }) => {
    const versions = await listVersions(db, name)
    return {
      name,
      initial: defaultSettings[name],
      versions: versions.map(({ version, value, reason, setAt, setter, confirmer }) => ({
        version,
        value,
        reason,
        set_at: setAt.toISOString(),
        set_by: setter,
        confirmed_by: confirmer,
      })),
    }
  })

  onCommand('POST /operator/settings/:name', async (tx, { operator, params, body }, clients) => {
    const { value, version: seenVersion, reason: reasons, code = '' } = body
    const { name } = params
    const anew = { name, value, seenVersion }
    const { version, decisionId } = await setAnew(tx, clients, anew, { operator, code, reasons })
    if (!decisionId) {
      const data = { version }
      return { reply: { version, decision: null }, subject: `settings:${name}`, data }
    }
    const { reply: decision, ...line } = await decided(
      tx,
      operator,
      await readDecision(tx, decisionId),
    )
    return { reply: { version, decision }, ...line }
  })

  onQuery('GET /operator/tlds', async (db) => {
    const policies = await listPolicies(db)
    return {
      tlds: policies.map((row) => ({
        suffix: row.suffix,
        is_supported: row.isSupported,
        lock_days: row.lockDays,
        age_days_min: row.ageDaysMin,
        transfer_days_min: row.transferDaysMin,
        transfer_days_max: row.transferDaysMax,
        wait_days_max: row.waitDaysMax,
        code_days: row.codeDays,
        transfer_price: Number(row.transferPriceCents) / 100,
        renewal_price: Number(row.renewalPriceCents) / 100,
        effective_from: row.effectiveFrom.toISOString(),
        is_in_force: row.isInForce,
        set_by: row.setter,
        confirmed_by: row.confirmer,
        reason: row.reason,
      })),
    }
  })

  onCommand('POST /operator/tlds/:suffix', async (tx, { operator, params, body }, clients) => {
    const { reason: reasons, code, ...policy } = body
    const key = { operator, code, reasons }
    const id = await proposePolicy(tx, clients, { ...params, ...policy }, key)
    return decided(tx, operator, await readDecision(tx, id))
  })
}

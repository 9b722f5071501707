import { calls, type CallOutput } from '@pier/protocol/calls/calls'
import { minuteMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import { readClock } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { keepFresh } from '../../../platform/keep-fresh.ts'
import { countTry, limitTries, takeBackTry } from '../../../platform/limits.ts'
import { readLimits } from '../../../platform/settings.ts'
import {
  findSupportedPolicy,
  lookUp,
  readPasted,
  type TldPolicy,
} from '../../domains/domains.service.ts'
import { clientOf } from '../../users/users.service.ts'
import { presentLike } from './like-loans.ts'
import { findShownValue, listLoanGroups } from './quotes.repository.ts'

/** A page that waits for the registry asks about once a second, for some seconds. */
const viewLimit = { name: 'quote-view', max: 240, perSeconds: 600 }
/** New names from one address: a person tries a portfolio, a crawler walks through a list. */
const namesLimit = { name: 'quote-names', max: 30, perSeconds: 3600 }
/** From everybody. It leaves half of what one registry takes from us to the domains of users. */
const allNamesLimit = { name: 'quote-all-names', max: 30, perSeconds: 60 }
const loansAgeMs = 10 * minuteMs

/** Public, without a login: what a name could borrow. */
export const quoteRoutes: RoutePlugin = async (app, { db, config }) => {
  const limitKey = config.keys.blindIndex
  const readGroups = keepFresh(() => listLoanGroups(db), loansAgeMs)

  const countQuestionFrom = (address: string) => async () => {
    await limitTries(db, namesLimit, address, limitKey)
    const isFree = (await countTry(db, allNamesLimit, 'all', limitKey)) <= allNamesLimit.max
    if (!isFree) await takeBackTry(db, namesLimit, address, limitKey)
    return isFree
  }

  app.get('/quotes/:name', { schema: calls['GET /quotes/:name'] }, async (request) => {
    const { address } = clientOf(request)
    await limitTries(db, viewLimit, address, limitKey)
    const { name, from } = readPasted(request.params.name)
    if (name.hasMixedScripts) throw new AppError('domain_mixed_scripts')
    const now = await readClock(db)
    const policy = await findSupportedPolicy(db, { suffix: name.suffix, now })
    const countQuestion = request.query.ask ? countQuestionFrom(address) : null
    const looked = policy
      ? await lookUp(db, { name, policy, now, countQuestion })
      : ({ state: 'unsupported', ...unknown } as const)
    const value = await findShownValue(db, { name: name.ascii, now })
    const { loanCentsMin, loanCentsMax } = await readLimits(db)
    return {
      name: name.ascii,
      unicode: name.unicode,
      cleaned_from: from,
      ...looked,
      prices: policy ? presentPrices(policy) : null,
      value: value
        ? {
            amount: Number(value.amountCents) / 100,
            source: value.source,
            at: value.createdAt.toISOString(),
          }
        : null,
      like: presentLike(await readGroups(), { ...name, now }),
      limits: { amount_min: loanCentsMin / 100, amount_max: loanCentsMax / 100 },
      as_of: now.toISOString(),
    }
  })
}

const unknown = { registered_at: null, expires_at: null, warnings: [] }

const presentPrices = (policy: TldPolicy): CallOutput<'GET /quotes/:name'>['prices'] => ({
  transfer: Number(policy.transferPriceCents) / 100,
  renewal: Number(policy.renewalPriceCents) / 100,
  since: policy.effectiveFrom.toISOString(),
})

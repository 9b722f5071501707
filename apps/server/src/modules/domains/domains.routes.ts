import { calls } from '@pier/protocol/calls/calls'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction, readClock } from '../../platform/db/database.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { requireUser } from '../../platform/http/require-user.ts'
import { keepFresh } from '../../platform/keep-fresh.ts'
import { limitTries } from '../../platform/limits.ts'
import { visitPassport } from '../custody/custody.service.ts'
import { requireTermsAccepted } from '../users/users.service.ts'
import { addDomain, importDomains, removeDomain } from './portfolio/adding.service.ts'
import { challengeLabel } from '../../providers/dns/challenge-host.ts'
import { findChallenge } from './verification/control.repository.ts'
import { askForCheck, isExternal } from './verification/control.service.ts'
import { writeDomains } from './portfolio/domains-csv.ts'
import { findDomainOfUser } from './ownership/domains.repository.ts'
import { findOwnedDomain, listAllDomains } from './portfolio/portfolio.repository.ts'
import { presentDomain } from './portfolio/present-domain.ts'
import { readDomains } from './portfolio/read-domains.ts'
import { listPrices } from './registrations/tld-policies.repository.ts'
import { presentVerification } from './verification/present-verification.ts'

const addLimit = { name: 'domain-add', max: 60, perSeconds: 3600 }
const importLimit = { name: 'domain-import', max: 10, perSeconds: 3600 }
const verifyLimit = { name: 'domain-verify', max: 60, perSeconds: 60 }
const importBodyMax = 512 * 1024 // Letters beyond ASCII take up to four bytes, and quotes two.

const pricesAgeMs = 60_000

/** Public, without a login. */
export const priceRoutes: RoutePlugin = async (app, { db }) => {
  const read = keepFresh(async () => listPrices(db, await readClock(db)), pricesAgeMs)

  app.get('/prices', { schema: calls['GET /prices'] }, async (_request, reply) => {
    const prices = await read()
    reply.header('cache-control', 'public, max-age=60') // A refusal is not kept.
    return {
      prices: prices.map((price) => ({
        suffix: price.suffix,
        transfer: Number(price.transferPriceCents) / 100,
        renewal: Number(price.renewalPriceCents) / 100,
        since: price.effectiveFrom.toISOString(),
      })),
    }
  })
}

export const domainRoutes: RoutePlugin = async (app, { db, config }) => {
  const limitKey = config.keys.blindIndex
  app.addHook('onRequest', requireUser)

  app.get('/domains', { schema: calls['GET /domains'] }, (request) =>
    readDomains(db, request.user, request.query),
  )

  app.get('/domains/export', { schema: calls['GET /domains/export'] }, async (request, reply) => {
    const now = await readClock(db)
    const domains = await listAllDomains(db, { userId: request.user.id, now })
    const file = `pier-domains-${now.toISOString().slice(0, 10)}.csv`
    reply.header('content-disposition', `attachment; filename="${file}"`)
    return reply.type('text/csv; charset=utf-8').send(Buffer.from(writeDomains(domains)))
  })

  app.post('/domains/add', { schema: calls['POST /domains/add'] }, async (request) => {
    const userId = request.user.id
    await limitTries(db, addLimit, userId, limitKey)
    const input = { userId, typed: request.body.domain }
    const { id, value, name, from } = await inTransaction(db, async (tx) => {
      await requireTermsAccepted(tx, userId)
      return addDomain(tx, input)
    })
    return {
      id,
      verificationRecord: value,
      verificationHost: challengeLabel,
      domain: name.ascii,
      cleaned_from: from,
    }
  })

  app.post(
    '/domains/import',
    { schema: calls['POST /domains/import'], bodyLimit: importBodyMax },
    async (request) => {
      const userId = request.user.id
      await limitTries(db, importLimit, userId, limitKey)
      const input = { userId, text: request.body.names }
      const added = await inTransaction(db, async (tx) => {
        await requireTermsAccepted(tx, userId)
        return importDomains(tx, input)
      })
      return {
        verificationRecord: added.value,
        verificationHost: challengeLabel,
        added: added.domains.map(({ id, name, unicodeName }) => ({
          id,
          domain: name,
          unicode: unicodeName,
          cleaned_from: added.from.get(name) ?? null,
        })),
        refused: added.refused.map(({ line, typed, words }) => ({ line, typed, message: words })),
        left_out: added.leftOut,
      }
    },
  )
}

/** One domain of the caller's. */
export const ownDomainRoutes: RoutePlugin = async (app, { db, config }) => {
  const limitKey = config.keys.blindIndex
  app.addHook('onRequest', requireUser)

  app.get('/domains/:id', { schema: calls['GET /domains/:id'] }, async (request) => {
    const now = await readClock(db)
    const key = { domainId: request.params.id, userId: request.user.id, now }
    const domain = await findOwnedDomain(db, key)
    if (!domain) throw new AppError('domain_not_found')
    // A domain in custody needs no record to verify it.
    const challenge = isExternal(domain) ? await findChallenge(db, domain.id) : undefined
    return {
      ...presentDomain(domain, now),
      verification: challenge ? presentVerification({ domain, challenge, now }) : null,
    }
  })

  app.post(
    '/domains/:id/verify',
    { schema: calls['POST /domains/:id/verify'] },
    async (request) => {
      const userId = request.user.id
      await limitTries(db, verifyLimit, userId, limitKey)
      const key = { domainId: request.params.id, userId }
      const asked = await inTransaction(db, (tx) => askForCheck(tx, key))
      return presentVerification({ ...asked, now: await readClock(db) })
    },
  )

  app.get(
    '/domains/:id/passport',
    { schema: calls['GET /domains/:id/passport'] },
    async (request) => {
      const now = await readClock(db)
      const key = { domainId: request.params.id, userId: request.user.id }
      const domain = await findDomainOfUser(db, key)
      if (!domain) throw new AppError('domain_not_found')
      return visitPassport(db, domain, now)
    },
  )

  app.delete('/domains/:id', { schema: calls['DELETE /domains/:id'] }, async (request, reply) => {
    const input = { domainId: request.params.id, userId: request.user.id }
    await inTransaction(db, (tx) => removeDomain(tx, input))
    return reply.code(204).send(null)
  })
}

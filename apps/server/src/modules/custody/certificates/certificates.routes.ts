import { createHash } from 'node:crypto'
import { calls } from '@pier/protocol/calls/calls'
import { AppError, invariant } from '../../../platform/app-error.ts'
import { inTransaction, readClock, type Db } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { limitTries } from '../../../platform/limits.ts'
import { findDomainOfUser } from '../../domains/domains.service.ts'
import { clientOf } from '../../users/users.service.ts'
import { askForFreshLook, isLookUnderWay } from '../holdings/looks.service.ts'
import { readCode } from './certificate-code.ts'
import { certificateKeyOf, type CertificateKey } from './certificate-key.ts'
import { findCertifiedName, findHandle, findOpenCertificate } from './certificates.repository.ts'
import {
  publishCertificate,
  readSigned,
  renewSignature,
  withdrawCertificate,
} from './certificates.service.ts'

/** On and off: each time it is signed anew. */
const ownerLimit = { name: 'certificate-own', max: 60, perSeconds: 3600 }
/** Codes cannot be guessed; this keeps one address from making us work. */
const readLimit = { name: 'certificate', max: 120, perSeconds: 60 }
const checkLimit = { name: 'certificate-check', max: 10, perSeconds: 600 }

/** For the owner. */
export const certificateRoutes: RoutePlugin = async (app, { db, config }) => {
  app.addHook('onRequest', requireUser)
  const limitOwner = ({ user }: Request) =>
    limitTries(db, ownerLimit, user.id, config.keys.blindIndex)

  app.get(
    '/domains/:id/certificate',
    { schema: calls['GET /domains/:id/certificate'] },
    async (request) => {
      const { id: userId } = request.user
      const domain = await findDomainOfUser(db, { domainId: request.params.id, userId })
      if (!domain) throw new AppError('domain_not_found')
      const open = await findOpenCertificate(db, domain.id)
      return {
        certificate:
          open?.userId === userId
            ? {
                code: open.code,
                public_at: open.publicAt.toISOString(),
                with_handle: open.withHandle,
              }
            : null,
        handle: await findHandle(db, userId),
      }
    },
  )

  app.put(
    '/domains/:id/certificate',
    { schema: calls['PUT /domains/:id/certificate'] },
    async (request) => {
      await limitOwner(request)
      const input = { ...callerOf(request), withHandle: request.body.with_handle }
      return { code: await inTransaction(db, (tx) => publishCertificate(tx, input)) }
    },
  )

  app.delete(
    '/domains/:id/certificate',
    { schema: calls['DELETE /domains/:id/certificate'] },
    async (request, reply) => {
      await limitOwner(request)
      await inTransaction(db, (tx) => withdrawCertificate(tx, callerOf(request)))
      return reply.code(204).send(null)
    },
  )
}

type Request = { user: { id: string; sessionId: string }; params: { id: string } }

const callerOf = ({ user, params }: Request) => ({
  userId: user.id,
  sessionId: user.sessionId,
  domainId: params.id,
})

/** For everybody. Unknown and withdrawn codes get the same answer. */
export const publicCertificateRoutes: RoutePlugin = async (app, { db, config }) => {
  const newest = config.chain.publicKeys[0]
  invariant(newest, 'there is a key that signs')
  const key = certificateKeyOf(newest, config.publicOrigin)
  const { blindIndex } = config.keys

  app.get('/custody/key', { schema: calls['GET /custody/key'] }, () => presentKey(key))

  app.get('/custody/:code', { schema: calls['GET /custody/:code'] }, async (request) => {
    await limitTries(db, readLimit, clientOf(request).address, blindIndex)
    const name = await getCertifiedName(db, request.params.code)
    const now = await readClock(db)
    const isSigning = await renewSignature(db, { name, key, now })
    return {
      code: name.code,
      is_asked: isSigning || isLookUnderWay(name, now),
      signed: presentSigned(name),
      key: presentKey(key),
    }
  })

  app.post(
    '/custody/:code/check',
    { schema: calls['POST /custody/:code/check'] },
    async (request, reply) => {
      await limitTries(db, checkLimit, clientOf(request).address, blindIndex)
      const { domainId } = await getCertifiedName(db, request.params.code)
      await askForFreshLook(db, { domainId, now: await readClock(db) })
      return reply.code(204).send(null)
    },
  )
}

async function getCertifiedName(db: Db, typed: string) {
  const code = readCode(typed)
  const name = code && (await findCertifiedName(db, { code }))
  if (!name) throw new AppError('certificate_not_found')
  return name
}

type Signed = Pick<
  Awaited<ReturnType<typeof getCertifiedName>>,
  'signedText' | 'signature' | 'isKeyInDns'
>

function presentSigned({ signedText: text, signature, isKeyInDns }: Signed) {
  if (!text || !signature) return null
  return {
    certificate: readSigned(text),
    text,
    signature: signature.toString('base64'),
    sha256: createHash('sha256').update(text).digest('hex'),
    is_key_in_dns: isKeyInDns === true,
  }
}

const presentKey = ({ id, pem, fingerprint, dnsHost, dnsText }: CertificateKey) => ({
  id,
  pem,
  fingerprint,
  dns_host: dnsHost,
  dns_text: dnsText,
})

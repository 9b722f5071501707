import type { Config } from '../../../platform/config.ts'
import { invariant } from '../../../platform/app-error.ts'
import { decryptBox, encryptFor } from '../../../platform/crypto/sealed-box.ts'
import { createDnsResolver } from '../../../providers/dns/dns-resolver.ts'
import { createEppRegistrar } from '../../../providers/registrar/epp/epp-registrar.ts'
import { makeSecret, type Secret } from '../../../platform/crypto/secret-text.ts'

/** For the API process: it can encrypt a transfer code but not decrypt one. */
export type CustodyContext = ReturnType<typeof openCustodyContext>

export function openCustodyContext({ custody, publicOrigin }: Config) {
  return {
    publicOrigin,
    sealCode: (code: string, transferId: string) =>
      encryptFor(custody.publicKey, code, placeOf(transferId)),
  }
}

/** For the worker. The session with the registrar opens with the first command. */
export type CustodyClients = ReturnType<typeof openCustodyClients>

export function openCustodyClients(config: Config) {
  const { registrar, custody, chain, dns, publicOrigin } = config
  const { privateKey } = custody
  const { password } = registrar
  invariant(privateKey && password, 'a worker has the key of custody and the way to the registrar')
  const keyId = chain.publicKeys[0]?.id
  invariant(keyId && chain.privateKey, 'a worker has the key of the first public one')
  return {
    publicOrigin,
    registrarId: registrar.user,
    contactId: registrar.contact,
    registrar: createEppRegistrar({
      ...registrar,
      password,
      ownName: config.company.registrarName,
      settings: { commandsPerMinute: registrar.commandsPerMinute },
    }),
    resolver: createDnsResolver(dns.resolver),
    /** Certificates are signed by the worker alone: the API never has the key. */
    signing: { keyId, privateKey: chain.privateKey },
    openCode: (sealed: string, transferId: string): Secret =>
      makeSecret(decryptBox(privateKey, sealed, placeOf(transferId))),
  }
}

const placeOf = (transferId: string) => `transfers|sealed_code|${transferId}`

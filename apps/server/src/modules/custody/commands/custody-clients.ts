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
  const { registrar, custody, dns, publicOrigin } = config
  const { privateKey } = custody
  const { password } = registrar
  invariant(privateKey && password, 'a worker has the key of custody and the way to the registrar')
  return {
    publicOrigin,
    registrarId: registrar.user,
    contactId: registrar.contact,
    registrar: createEppRegistrar({
      ...registrar,
      password,
      settings: { commandsPerMinute: registrar.commandsPerMinute },
    }),
    resolver: createDnsResolver(dns.resolver),
    openCode: (sealed: string, transferId: string): Secret =>
      makeSecret(decryptBox(privateKey, sealed, placeOf(transferId))),
  }
}

const placeOf = (transferId: string) => `transfers|sealed_code|${transferId}`

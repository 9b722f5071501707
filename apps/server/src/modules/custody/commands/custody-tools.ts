import type { Config } from '../../../platform/config.ts'
import { invariant } from '../../../platform/app-error.ts'
import { openSealed, sealFor } from '../../../platform/crypto/sealed-box.ts'
import { createDnsResolver } from '../../../providers/dns/dns-resolver.ts'
import { createEppRegistrar } from '../../../providers/registrar/epp/epp-registrar.ts'
import { makeSecret, type Secret } from '../../../platform/crypto/secret-text.ts'

/** What the process that people talk to needs: it can seal a code, and not read one. */
export type CustodyDesk = ReturnType<typeof openCustodyDesk>

export function openCustodyDesk({ custody, publicOrigin }: Config) {
  return {
    publicOrigin,
    sealCode: (code: string, transferId: string) =>
      sealFor(custody.publicKey, code, placeOf(transferId)),
  }
}

/** What a worker needs. The session with the registrar is opened by the first command alone. */
export type CustodyTools = ReturnType<typeof openCustodyTools>

export function openCustodyTools(config: Config) {
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
      makeSecret(openSealed(privateKey, sealed, placeOf(transferId))),
  }
}

const placeOf = (transferId: string) => `transfers|sealed_code|${transferId}`

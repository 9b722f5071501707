import type { Config } from '../../../platform/config.ts'
import type { Log } from '../../../platform/log.ts'
import { createDnsResolver } from '../../../providers/dns/dns-resolver.ts'
import { createDomainControlVerifier } from '../../../providers/dns/domain-control.ts'
import { openBootstrapSource } from '../../../providers/rdap/bootstrap-source.ts'
import { createRegistrationDataSource } from '../../../providers/rdap/registration-data.ts'

/** What a worker needs for this module: the DNS verifier and access to the registries. */
export type DomainClients = Awaited<ReturnType<typeof openDomainClients>>

export async function openDomainClients({ dns, rdap, dataFolder, publicOrigin }: Config, log: Log) {
  const reach = { resolver: createDnsResolver(dns.resolver), onlyForTests: rdap.onlyForTests }
  const { bootstrapUrl, hostIntervalMs } = rdap
  const bootstrap = await openBootstrapSource({
    ...reach,
    url: bootstrapUrl,
    folder: dataFolder,
    log,
  })
  return {
    publicOrigin,
    findRdapBase: (name: string) => bootstrap.findBase(name),
    verifier: createDomainControlVerifier(dns),
    registrationData: createRegistrationDataSource({ ...reach, bootstrap, hostIntervalMs }),
    close: () => bootstrap.stop(),
  }
}

import type { JobHandler } from '../../../platform/jobs/worker.ts'
import { verifyKeyOf } from '../../../platform/crypto/ed25519.ts'
import type { CustodyClients } from '../commands/custody-clients.ts'
import { certificateKeyOf, type CertificateKey } from './certificate-key.ts'
import { findCertifiedName } from './certificates.repository.ts'
import { signCertificate } from './certificates.service.ts'

type Tools = {
  custodyTools: CustodyClients
  domainTools: { findRdapBase: (name: string) => URL | null }
}

/** Signs what is so now. It may run any number of times. */
export const signCertificateJob: JobHandler<Tools, 'custody.sign-certificate'> = async (
  { db, custodyTools, domainTools, settle },
  { domainId },
) => {
  const name = await findCertifiedName(db, { domainId })
  if (!name) return
  const { signing, publicOrigin, resolver } = custodyTools
  const { keyId: id, privateKey } = signing
  const key = certificateKeyOf({ id, key: verifyKeyOf(privateKey) }, publicOrigin)
  const isKeyInDns = await isInDns(resolver, key)
  const rdapBase = domainTools.findRdapBase(name.name)
  const facts = { domainId, key, privateKey, publicOrigin, rdapBase, isKeyInDns }
  await settle((tx) => signCertificate(tx, facts))
}

const patienceMs = 5000

/** The page says that the DNS has the key only if it has. No answer counts as no. */
async function isInDns(
  resolver: CustodyClients['resolver'],
  { dnsHost, dnsText }: CertificateKey,
): Promise<boolean> {
  const question = { name: dnsHost, type: 'TXT' } as const
  const reply = await resolver.ask(question, AbortSignal.timeout(patienceMs)).catch(() => null)
  return (reply?.answers ?? []).some(
    (answer) => answer.type === 'TXT' && [answer.data].flat().map(String).join('') === dnsText,
  )
}

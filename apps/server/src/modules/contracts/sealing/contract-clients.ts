import { invariant } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config.ts'
import { openESeal } from '../../../providers/seal/pdf-seal.ts'

/** Our e-seal, which only the worker has. */
export type ContractClients = Awaited<ReturnType<typeof openContractClients>>

export async function openContractClients({ seal, keys }: Config) {
  const { p12, passphrase, timestampUrl } = seal
  invariant(p12 && passphrase, 'a worker has the seal')
  return { seal: await openESeal({ p12, passphrase, timestampUrl }), dataKeys: keys.data }
}

import { invariant } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config.ts'
import { openFileStore } from '../files/file-store.ts'
import { openESeal } from '../../../providers/seal/pdf-seal.ts'

/** Our e-seal, which only the worker has, the files, and who runs this installation. */
export type ContractClients = Awaited<ReturnType<typeof openContractClients>>

export async function openContractClients(config: Config) {
  const { p12, passphrase, timestampUrl } = config.seal
  invariant(p12 && passphrase, 'a worker has the seal')
  return {
    seal: await openESeal({ p12, passphrase, timestampUrl }),
    dataKeys: config.keys.data,
    company: config.company,
    files: openFileStore(config),
  }
}

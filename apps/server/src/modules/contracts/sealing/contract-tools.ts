import { invariant } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config.ts'
import { openPdfSeal } from '../../../providers/seal/pdf-seal.ts'

/** The seal of the house, which the worker alone has. */
export type ContractTools = Awaited<ReturnType<typeof openContractTools>>

export async function openContractTools({ seal, keys }: Config) {
  const { p12, passphrase, timestampUrl } = seal
  invariant(p12 && passphrase, 'a worker has the seal')
  return { seal: await openPdfSeal({ p12, passphrase, timestampUrl }), dataKeys: keys.data }
}

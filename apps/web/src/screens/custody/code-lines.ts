import type { Signed } from './registry-facts.ts'

/** Two lines as at the foot of a travel document: the whole certificate for a machine, or a fax. */
export function codeLines({ certificate, sha256 }: Signed): [string, string] {
  const { domain, registry, held_since, code, key } = certificate
  const dot = domain.lastIndexOf('.')
  const [label, ending] = [domain.slice(0, dot), domain.slice(dot + 1)]
  const expires = registry?.expires_at ? dayOf(registry.expires_at) : ''
  const read = registry ? `${dayOf(registry.read_at)}T${minuteOf(registry.read_at)}Z` : ''
  const lock = registry?.transfer_locked ? 'LOCKED' : 'OPEN'
  return [
    `PC<${plain(ending)}<${plain(label)}<<<<<<${dayOf(held_since)}<${expires}<<${lock}<<${read}`,
    `${plain(code).replaceAll('<', '')}<<SHA256<${head(sha256, 16)}<<ED25519<${head(key.fingerprint, 8)}<<`,
  ]
}

const plain = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '<')
const head = (hex: string, length: number) => hex.slice(0, length).toUpperCase()
const dayOf = (at: string) => at.slice(0, 10).replaceAll('-', '')
const minuteOf = (at: string) => at.slice(11, 16).replace(':', '')

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { listConfigurationChecks } from './deployment.ts'

const scratch = mkdtempSync(join(tmpdir(), 'pier-secrecy-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** A folder with files of these modes, and what the doctor says about who can read them. */
function lookAt(files: Record<string, number>) {
  const folder = mkdtempSync(join(scratch, 'etc-'))
  mkdirSync(join(folder, 'tls'))
  for (const [name, mode] of Object.entries(files)) {
    writeFileSync(join(folder, name), '')
    chmodSync(join(folder, name), mode)
  }
  const none = { api: {}, worker: {}, web: {}, owner: {}, verifier: {} }
  const checks = listConfigurationChecks(folder, none, {})
  return checks.find(({ what }) => what === 'file permissions')?.look()
}

test('what only its owner reads, or the group of the program that needs it, is well', async () => {
  const files = {
    'pier.env': 0o600,
    'metrics-token': 0o640,
    'pgbouncer-users.txt': 0o600,
    'tls/node.key': 0o640,
    'tls/fullchain.pem': 0o644,
    'tls/ca.pem': 0o644,
  }

  expect(await lookAt(files)).toBeUndefined()
})

test.each(['pgbouncer-users.txt', 'metrics-token', 'postgres-password', 'mail-report.curl'])(
  'a %s that others can read is named',
  async (name) => {
    const said = await lookAt({ [name]: 0o644 })

    expect(said?.fault).toContain(name)
    expect(said?.mend).toMatch(new RegExp(`^chmod o= .*/${name}$`))
  },
)

test('keys of TLS that others can read are named, beside a file of ours', async () => {
  const said = await lookAt({ 'api.env': 0o640, 'tls/node.key': 0o644, 'tls/privkey.pem': 0o604 })

  expect(said?.fault).toContain('api.env, tls/node.key, tls/privkey.pem')
  expect(said?.mend).toMatch(/^chmod 600 \S*api\.env; chmod o= \S*node\.key \S*privkey\.pem$/)
})

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeSecrets } from '../test/secrets.ts'
import { useTestApp } from '../test/test-app.ts'

const app = useTestApp()
const run = promisify(execFile)

async function addOperator(...given: string[]) {
  const env = {
    PIER_MODE: 'test',
    DATABASE_URL: app.database.url,
    DATABASE_ROLE: 'pier_api',
    PUBLIC_ORIGIN: 'http://localhost:4300',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PASSWORD_COST: 'light',
    ...(await makeSecrets()),
  }
  return run(process.execPath, [join(import.meta.dirname, 'add-operator.ts'), ...given], { env })
}

test('the first admin is invited from the machine, and that stands in the audit log', async () => {
  const { stdout } = await addOperator('Ada Quist', 'ada@pier.example', 'admin', 'approver')

  expect(stdout).toMatch(/^http:\/\/localhost:4300\/operator\/join#token=\S{20,}\n$/)
  const { rows } = await app.database.owner.pool.query(
    `select name, roles, joined_at, keys_from <= app_now() as is_now, action
     from operators join audit_log on subject = operators.id::text`,
  )
  const invited = { name: 'Ada Quist', roles: ['admin', 'approver'], joined_at: null, is_now: true }
  expect(rows).toEqual([{ ...invited, action: 'add-operator' }])
  await expect(addOperator('Ada Quist', 'ada@pier.example', 'captain')).rejects.toThrow(/captain/)
})

test('who comes second and third approves at once too: there is nobody to ask', async () => {
  await addOperator('Bo Lind', 'bo@pier.example', 'approver')
  await addOperator('Cy Moss', 'cy@pier.example', 'case_officer')

  const { rows } = await app.database.owner.pool.query(
    `select name, keys_from <= app_now() as is_now from operators
     where name in ('Bo Lind', 'Cy Moss') order by name`,
  )
  expect(rows).toEqual(['Bo Lind', 'Cy Moss'].map((name) => ({ name, is_now: true })))
})

import { openLocalDatabase, readLocalSecrets, runProgram } from './stack.ts'

/** Verifies the chains of `DATABASE_URL`, or of the local database. */
const program = ['apps/server/src/main-verify.ts']
if (process.env.DATABASE_URL) {
  await run({})
} else {
  const database = await openLocalDatabase()
  const { CHAIN_PUBLIC_KEYS } = await readLocalSecrets()
  await run({ DATABASE_URL: database.url, CHAIN_PUBLIC_KEYS })
  if (!database.wasRunning) database.stop()
}

async function run(env: Record<string, string>) {
  await runProgram('verify', program, env).catch(() => {
    process.exitCode = 1
  })
}

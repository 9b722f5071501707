/** One command for whoever runs a deployment. What follows its name goes to the part that it names. */
const commands: Record<string, { does: string; run: () => Promise<unknown> }> = {
  setup: {
    does: 'makes the database, its logins, the keys and a first configuration',
    run: () => import('./cli/setup.ts'),
  },
  migrate: {
    does: 'migrates the schema to this version; run it before its processes start',
    run: () => import('./migrate.ts'),
  },
  doctor: {
    does: 'checks a whole deployment and says what is wrong and how to fix it',
    run: () => import('./cli/doctor/doctor.ts'),
  },
  'add-operator': {
    does: 'invites one of the first three operators, and prints the link',
    run: () => import('./add-operator.ts'),
  },
  'log-name': {
    does: 'prints the pseudonym of a user in the access log of a day',
    run: () => import('./main-log-name.ts'),
  },
  verify: {
    does: 'verifies every chain, checkpoint, the audit log and the ledger, and lists faults',
    run: () => import('./main-verify.ts'),
  },
  'reconcile-registrar': {
    does: 'after a restore: compares our domains with the registry and proposes what to do',
    run: () => import('./cli/reconcile-registrar.ts'),
  },
}

const [name = ''] = process.argv.splice(2, 1)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command) await command.run()
else {
  console.error('pier COMMAND')
  for (const [each, { does }] of Object.entries(commands)) {
    console.error(`  ${each.padEnd(21)}${does}`)
  }
  process.exitCode = 2
}

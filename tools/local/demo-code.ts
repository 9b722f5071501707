import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoNotes } from '../../apps/server/demo/build-demo.ts'
import { codeOf } from '../../apps/server/demo/code-of.ts'
import { localFolder } from './stack.ts'

/** The current codes of the demo's operators, each valid once. */
const { operatorSecrets } = JSON.parse(
  readFileSync(join(localFolder, 'demo.json'), 'utf8'),
) as DemoNotes
for (const [email, secret] of Object.entries(operatorSecrets)) {
  console.log(`${email.padEnd(22)} ${codeOf(secret)}`)
}

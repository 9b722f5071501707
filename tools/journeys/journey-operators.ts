import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { answerControl } from '../../apps/stand-ins/src/http/control-routes.ts'
import { createFaults } from '../../apps/stand-ins/src/http/faults.ts'
import { startServer } from '../../apps/stand-ins/src/http/http-server.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

type Invited = { name: string; email: string; roles: string[] }

/** Invites operators who may approve at once, as if they were long-standing. */
export function startJourneyOperators(env: Record<string, string>, port: number) {
  const invite = async (input: unknown) => {
    const { name, email, roles } = input as Invited // Only our own journeys call this.
    const args = ['apps/server/test/hire-operator.ts', name, email, ...roles]
    const { stdout } = await run(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
    })
    return { link: stdout.trim().split('\n').at(-1) }
  }
  const routes = { 'POST /control/invite': invite }
  return startServer({ port }, createFaults(), (request) => answerControl(routes, request))
}

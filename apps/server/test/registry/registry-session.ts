/** One connection of a registrar: greeted, then every frame checked, executed and answered. */
import { setTimeout as wait } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import {
  createFrameReader,
  encodeFrame,
} from '../../src/providers/registrar/epp/session/framing.ts'
import { namespaces } from '../../src/providers/registrar/epp/xml/namespaces.ts'
import { findChild, readXml } from '../../src/providers/registrar/epp/xml/xml-reader.ts'
import { type Reply, writeGreeting, writeReply } from './commands/registry-answers.ts'
import { executeCommand, readCommand, readObjectName } from './commands/registry-commands.ts'
import { type createRegistryFaults, spoil } from './registry-faults.ts'
import { logIn, type Menu } from './commands/registry-login.ts'
import { RegistryRefusal } from './commands/registry-refusal.ts'
import { nextNumber, type RegistryState } from './registry-state.ts'
import type { createSchemaCheck } from './schemas/schema-check.ts'

/** One message as it was on the wire. */
export type RegistryFrame = { from: 'registry' | 'registrar'; xml: string }

export type Registry = {
  state: RegistryState
  menu: Menu
  serverId: string
  schema: ReturnType<typeof createSchemaCheck>
  faults: ReturnType<typeof createRegistryFaults>
  idleMs: number
  sessionsMax: number
  /** The logged-in registrars, one entry per session. */
  sessions: Set<{ registrar: string }>
  onCommand: () => void
  onFrame: (frame: RegistryFrame) => void
  /** Schema violations in frames of either side. */
  violations: string[]
  /** The names of the commands that arrived, in order. */
  received: string[]
}

type Session = { registrar: string; extensions: string[] }
type Parsed = NonNullable<ReturnType<typeof readCommand>>
type Outcome = { xml: string; isLast: boolean }

const loginsMax = 3

export function serveSession(registry: Registry, socket: TLSSocket): void {
  const reader = createFrameReader()
  const answer = createAnswerer(registry)
  let last: Promise<void> = Promise.resolve()

  const send = (xml: string): void => {
    const fault = registry.schema.findFault(xml)
    if (fault !== null) registry.violations.push(`out: ${fault}`)
    registry.onFrame({ from: 'registry', xml })
    if (!socket.destroyed) socket.write(encodeFrame(xml))
  }
  const serve = async (frame: string): Promise<void> => {
    if (socket.destroyed) return
    const outcome = await answer.frame(frame)
    if (!outcome) return void socket.destroy()
    send(outcome.xml)
    if (outcome.isLast) socket.end()
  }
  socket.setTimeout(registry.idleMs, () => socket.end())
  socket.on('error', () => socket.destroy())
  socket.on('close', () => answer.leave())
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const frame of reader.push(chunk)) {
        last = last
          .then(() => serve(frame))
          .catch((error: unknown) => {
            registry.violations.push(`server: ${String(error)}`)
            socket.destroy()
          })
      }
    } catch {
      socket.destroy() // The client does not speak EPP.
    }
  })
  send(greet(registry))
}

const greet = ({ serverId, state, menu }: Registry): string =>
  writeGreeting({ serverId, now: state.now, ...menu })

function createAnswerer(registry: Registry) {
  const { state } = registry
  let session: Session | null = null
  let failures = 0

  const execute = (command: Parsed): Reply => {
    if (command.name === 'login') {
      if (session) throw new RegistryRefusal(2002, 'You are logged in')
      session = enter(registry, command)
      return { code: 1000 }
    }
    if (!session) throw new RegistryRefusal(2002, 'Log in first')
    if (command.name === 'logout') return { code: 1500 }
    refuseUnannounced(command, session)
    const { registrar, extensions } = session
    const reply = executeCommand(state, { ...command, registrar })
    // Extension data goes only to clients that announced the extension at login.
    const told = (reply.extensions ?? []).filter(({ uri }) => extensions.includes(uri))
    return { ...reply, extensions: told }
  }
  const attempt = (command: Parsed): Reply => {
    try {
      return execute(command)
    } catch (error) {
      if (!(error instanceof RegistryRefusal)) throw error
      failures += error.code === 2200 ? 1 : 0
      const isLocked = error.code === 2200 && failures >= loginsMax
      return { code: isLocked ? 2501 : error.code, text: error.message, reason: error.reason }
    }
  }
  return {
    /** Commands that have begun still finish: hanging up does not undo them. */
    leave: () => {
      if (session) registry.sessions.delete(session)
    },
    frame: (xml: string) => answerFrame(registry, xml, attempt),
  }
}

/** Null if the connection is to be cut. */
async function answerFrame(
  registry: Registry,
  xml: string,
  attempt: (command: Parsed) => Reply,
): Promise<Outcome | null> {
  registry.onFrame({ from: 'registrar', xml })
  const wrong = registry.schema.findFault(xml)
  if (wrong !== null) registry.violations.push(`in: ${wrong}`)
  const root = wrong === null ? readXml(xml) : null
  if (findChild(root, namespaces.epp, 'hello')) {
    registry.received.push('hello')
    return { xml: greet(registry), isLast: false }
  }
  const command = root && readCommand(root)
  if (!command) return finish(registry, { code: 2001, text: 'Command syntax error' }, null)

  const { name, clientId } = command
  registry.received.push(name)
  const fault = registry.faults.take(name, readObjectName(command.body))
  if (fault?.kind === 'closeBefore') return null
  if (fault?.kind === 'delay') await wait(fault.delayMs ?? 1000)
  if (fault?.kind === 'refuse') return finish(registry, { code: fault.code ?? 2400 }, clientId)
  const outcome = finish(registry, attempt(command), clientId)
  registry.onCommand()
  if (fault?.kind === 'closeAfter') return null
  if (fault?.kind === 'refuseAfter') return finish(registry, { code: fault.code ?? 2400 }, clientId)
  return { ...outcome, xml: spoil(outcome.xml, fault?.kind) }
}

function finish({ state }: Registry, reply: Reply, clientId: string | null): Outcome {
  const xml = writeReply(reply, { clientId, serverId: `SV-${nextNumber(state)}` })
  return { xml, isLast: reply.code === 1500 || reply.code >= 2500 }
}

function enter(registry: Registry, command: Parsed): Session {
  const session = logIn(registry.state, command, registry.menu)
  const open = [...registry.sessions].filter(({ registrar }) => registrar === session.registrar)
  if (open.length >= registry.sessionsMax) throw new RegistryRefusal(2502)
  registry.sessions.add(session)
  return session
}

function refuseUnannounced({ extension }: Parsed, { extensions }: Session): void {
  const foreign = extension?.children.find(({ namespace }) => !extensions.includes(namespace))
  if (foreign) throw new RegistryRefusal(2103, foreign.namespace)
}

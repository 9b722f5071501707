/**
 * A session with a registrar: greeted, logged in, one command at a time. It opens on demand, sends
 * a hello when idle, and is renewed before it reaches the registrar's limits. It never sends a
 * command twice. When the account is refused it stops, because registrars lock accounts that keep
 * trying.
 */
import { randomUUID } from 'node:crypto'
import { inCall } from '@pier/telemetry/spans'
import { RegistrarError } from '../../registrar-port.ts'
import type { Secret } from '../../../../platform/crypto/secret-text.ts'
import { type Answer, type Greeting, readAnswer, readGreeting } from '../messages/answers.ts'
import { writeHello, writeLogin, writeLogout } from '../messages/command-frames.ts'
import {
  type Connection,
  type Endpoint,
  NotSent,
  openConnection,
  type Trace,
} from './connection.ts'
import { namespaces } from '../xml/namespaces.ts'
import { createBackoff, createPace } from './pace.ts'
import type { Profile } from '../messages/profiles.ts'
import { type Asked, refuse } from '../messages/refusals.ts'
import type { SessionSettings } from './settings.ts'

export type Account = {
  endpoint: Endpoint
  user: string
  password: Secret
  /** The name the server must greet with, where it is known. */
  serverId?: string | undefined
  /** Is given every frame without its secrets. */
  trace?: Trace | undefined
}

/** Extension URIs that we understand; a login lists those of them that were offered. */
const understood: ReadonlySet<string> = new Set(Object.values(namespaces))

type Live = { connection: Connection; greeting: Greeting; openedAt: number; commands: number }
export type SessionCommand = Asked & { isSafe: boolean; write: (greeting: Greeting) => string }
export type Session = ReturnType<typeof createSession>

export function createSession(account: Account, profile: Profile, settings: SessionSettings) {
  const inTurn = createTurns()
  const pace = createPace(settings.commandsPerMinute)
  const door = createDoor(() => enter(account, profile, settings), settings)
  let live: Live | null = null
  let hello: NodeJS.Timeout | undefined

  const drop = (): void => {
    clearTimeout(hello)
    live?.connection.close()
    live = null
  }
  const greet = async (): Promise<void> => {
    if (!live) return
    try {
      live.greeting = readGreeting(await live.connection.ask(writeHello()))
      watchSilence()
    } catch {
      drop() // The session has ended in the silence; the next command opens another.
    }
  }
  const watchSilence = (): void => {
    clearTimeout(hello)
    hello = setTimeout(() => void inTurn(greet), settings.helloAfterMs)
    hello.unref()
  }
  const ensureLive = async (): Promise<Live> => {
    if (live && (!live.connection.isOpen() || live.connection.hasUnasked())) drop()
    if (live && isSpent(live, settings)) await leave(live).finally(drop)
    live ??= await door.open()
    return live
  }

  return {
    readGreeting: () => inTurn(async () => (await ensureLive()).greeting),
    send: (command: SessionCommand): Promise<Answer> =>
      inTurn(async () => {
        await pace() // Before the session is looked at: it may end while we wait.
        const { connection, greeting } = await ensureLive()
        const xml = command.write(greeting)
        try {
          const answer = await exchange(connection, xml, { command, profile })
          if (live) live.commands += 1
          if (answer.code >= 2500) drop() // The server closes after these.
          else watchSilence()
          refuse(answer, command)
          return answer
        } catch (error) {
          if (!isAnswered(error)) drop()
          throw door.note(error)
        }
      }),
    close: (): Promise<void> =>
      inTurn(async () => {
        door.shut()
        if (live?.connection.isOpen()) await leave(live)
        drop()
      }),
  }
}

/** With the kind of object where it has one: `epp domain:info`. */
const nameOf = ({ kind }: SessionCommand, xml: string): string =>
  `epp ${/<((?:domain|contact|host):\w+)/.exec(xml)?.[1] ?? kind}`

/** One at a time, in the order asked, whatever became of the one before. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work, work)
    last = turn.catch(() => {})
    return turn
  }
}

/** Whether a login may be tried: not during the backoff, and never again once refused. */
function createDoor(enter: () => Promise<Live>, settings: SessionSettings) {
  const backoff = createBackoff(settings)
  let stopped: RegistrarError | null = null
  const note = (error: unknown): unknown => {
    if (!(error instanceof RegistrarError)) return error
    if (error.code === 'credentials') stopped = error
    if (error.code === 'session_limit') backoff.fail(settings.sessionLimitBackoffMs)
    return error
  }
  return {
    note,
    shut: () => {
      stopped = unavailable('The session was closed by us')
    },
    async open(): Promise<Live> {
      if (stopped) throw stopped
      if (backoff.remainingMs() > 0) throw unavailable('The registrar is left alone for a while')
      try {
        const live = await inCall('epp login', enter)
        backoff.succeed()
        return live
      } catch (error) {
        if (!isRefused(error, 'session_limit')) backoff.fail()
        throw note(error)
      }
    },
  }
}

const isAnswered = (error: unknown): boolean =>
  error instanceof RegistrarError && error.results.length > 0

const isRefused = (error: unknown, code: RegistrarError['code']): boolean =>
  error instanceof RegistrarError && error.code === code

const isSpent = ({ openedAt, commands }: Live, settings: SessionSettings): boolean =>
  commands >= settings.sessionCommandsMax || performance.now() - openedAt >= settings.sessionLastsMs

async function enter(account: Account, profile: Profile, settings: SessionSettings): Promise<Live> {
  const { endpoint, user, password, serverId } = account
  const timeouts = { connectMs: settings.connectTimeoutMs, commandMs: settings.commandTimeoutMs }
  const connection = await openConnection(endpoint, timeouts, account.trace)
  try {
    const greeting = readGreeting(await connection.receive())
    const extensions = greeting.extensions.filter((uri) => understood.has(uri))
    checkGreeting(greeting, { serverId, profile, password, extensions })
    const objects = greeting.objects.filter((uri) => understood.has(uri))
    const language = greeting.languages.includes('en') ? 'en' : (greeting.languages[0] ?? 'en')
    const clientId = randomUUID()
    const login = { user, password, objects, extensions, language }
    const answer = readAnswer(await connection.ask(writeLogin(login, clientId)))
    refuse(answer, { kind: 'login', clientId })
    return { connection, greeting, openedAt: performance.now(), commands: 1 }
  } catch (error) {
    connection.close()
    if (error instanceof RegistrarError) throw error
    throw unavailable('The registrar did not let us in', error)
  }
}

function checkGreeting(
  greeting: Greeting,
  {
    serverId,
    profile,
    password,
    extensions,
  }: Pick<Account, 'serverId' | 'password'> & {
    profile: Profile
    extensions: string[]
  },
): void {
  const refused = (why: string) => new RegistrarError('credentials', why, { isRetryable: false })
  if (serverId !== undefined && greeting.serverId !== serverId) {
    throw refused('The server greets with another name than ours does')
  }
  if (!greeting.objects.includes(namespaces.domain)) throw refused('The server has no domains')
  const isTooLong = password.reveal().length > profile.plainPasswordMax
  if (isTooLong && !extensions.includes(namespaces.loginSec)) {
    throw refused('The password is longer than this server takes')
  }
}

/** If a transform's answer is missing, or belongs to another command, the outcome is unknown. */
async function exchange(
  connection: Connection,
  xml: string,
  { command, profile }: { command: SessionCommand; profile: Profile },
): Promise<Answer> {
  const { kind, clientId, isSafe } = command
  try {
    const answer = readAnswer(await inCall(nameOf(command, xml), () => connection.ask(xml)))
    const isEchoed = answer.clientId === clientId
    if (profile.mustEchoClientId && !isEchoed) throw new Error('The answer is to another command')
    return answer
  } catch (error) {
    const isUnknown = !isSafe && !(error instanceof NotSent)
    throw isUnknown
      ? new RegistrarError('outcome_unknown', `Nobody knows what became of the ${kind}`, {
          isRetryable: false,
          clientId,
          cause: error,
        })
      : unavailable(`The ${kind} was not answered`, error)
  }
}

/** Only a courtesy: without a logout the session ends all the same. */
async function leave({ connection }: Live): Promise<void> {
  await connection.ask(writeLogout(randomUUID())).catch(() => {})
}

const unavailable = (why: string, cause?: unknown): RegistrarError =>
  new RegistrarError('temporarily_unavailable', why, { isRetryable: true, cause })

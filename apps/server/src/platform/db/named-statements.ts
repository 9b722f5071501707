/**
 * Statements that are sent again and again get a name, so that PostgreSQL parses them once a
 * connection and plans them as long as that pays. A statement without a name costs about twice its
 * CPU time.
 *
 * A connection has a bounded number of names, and lets go of the one it has not used for longest: a
 * list of varying length makes a new text for each length. A text is named when it has been sent a
 * few times.
 */
import pg from 'pg'

const namesMax = 150
const lengthMax = 8000
const sentBefore = 3
const countedMax = 3000

/**
 * For a statement whose best plan depends on its values, as that of a search does. It is planned
 * anew each time, which it is not for certain once it has a name.
 */
export const plannedAnew = '/* planned anew */'

/**
 * A conflict on a partial index is found by its condition. Once a plan is made for all values it holds
 * parameters, which prove no condition, and the statement fails.
 */
const namesPartialIndex = /\bon conflict\s*\([^)]*\)\s*where\b/i

/** What the client of pg keeps about a connection. Its types leave it out. */
type Wire = {
  parsedStatements: Record<string, string>
  close: (message: { type: 'S'; name: string }) => void
}
type Named = { name: string; text: string; values: unknown[] }

/** The clients of one pool, which agree on the names. */
export function clientThatNames(): typeof pg.Client {
  const names = countTexts()
  class NamingClient extends pg.Client {
    readonly used = new Set<string>()
  }
  Reflect.set(NamingClient.prototype, 'query', function (this: NamingClient, ...asked: unknown[]) {
    const named = names.nameOf(this, asked)
    if (!named) return send(this, asked)
    keepNames(this, named.name)
    return (send(this, [named]) as Promise<unknown>).catch((error: unknown) => {
      if (!isOutdated(error)) throw error
      names.giveUp(named.text)
      if (isInTransaction(this)) throw lostTransaction(error)
      return send(this, asked)
    })
  })
  return NamingClient
}

/** Looked up at each call, because tests that count statements stand in its place. */
const send = (client: pg.Client, asked: unknown[]): unknown =>
  Reflect.apply(Reflect.get(pg.Client.prototype, 'query'), client, asked)

function countTexts() {
  const sent = new Map<string, { count: number; name: string }>()
  const outdated = new Set<string>()
  let last = 0

  return {
    nameOf(client: pg.Client, [text, values, callback]: unknown[]): Named | undefined {
      if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined) {
        return undefined
      }
      if (!canBeNamed(text, values) || outdated.has(text)) return undefined
      if (mayChange(text) && isInTransaction(client)) return undefined
      const known = sent.get(text)
      if (!known) {
        if (sent.size >= countedMax) sent.clear()
        last += 1
        sent.set(text, { count: 1, name: `s${last}` })
        return undefined
      }
      known.count += 1
      return known.count > sentBefore ? { name: known.name, text, values } : undefined
    },
    giveUp: (text: string) => outdated.add(text),
  }
}

/** Without values several statements may stand in one text, and some take no name at all. */
function canBeNamed(text: string, values: unknown[]): boolean {
  if (text.length > lengthMax || text.includes(plannedAnew)) return false
  if (namesPartialIndex.test(text)) return false
  return values.length > 0 || (/^\s*select\b/i.test(text) && !text.includes(';'))
}

/**
 * A new column changes what `*` returns, and PostgreSQL refuses the statement that was prepared
 * before. It can be sent again where it stands alone, but not within a transaction, which has failed.
 */
const mayChange = (text: string): boolean => text.replaceAll('(*)', '').includes('*')

const isInTransaction = (client: pg.Client): boolean => client.getTransactionStatus() !== 'I'

function keepNames(client: pg.Client & { used: Set<string> }, name: string): void {
  const { used } = client
  used.delete(name)
  used.add(name)
  if (used.size <= namesMax) return
  const [oldest = ''] = used
  used.delete(oldest)
  const { connection } = client as unknown as { connection: Wire }
  if (connection.parsedStatements[oldest] === undefined) return
  Reflect.deleteProperty(connection.parsedStatements, oldest)
  connection.close({ type: 'S', name: oldest })
}

/** The schema changed under a prepared statement, or the server knows no such name any more. */
export function isOutdated(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === '26000' || (code === '0A000' && /cached plan/.test(String(message)))
}

/** A lost race with whoever changed the schema: as with any other, trying again helps. */
const lostTransaction = (cause: unknown) =>
  Object.assign(new Error('The schema changed within a transaction', { cause }), { code: '40001' })

/**
 * A few reads that are asked for more often than all the others together go over two connections of
 * their own, which take a statement before the one in front is answered. Their plans are made once,
 * whatever the values: a statement belongs here only if one plan suits them all, if its LIMIT is a
 * literal, and if it is short, because whoever comes after waits for it.
 */
import { CompiledQuery, type Kysely } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.ts'
import { isOutdated } from './named-statements.ts'
import { isConnectionGone, type Outages } from './outage.ts'

const connections = 2
const timeoutMs = 2000
/** A little later we give up by ourselves: a server that has vanished says nothing. */
const silentMs = 3000
const lastLookMs = 100
/** Whoever was refused a connection does not ask for one with each read. */
const refusedMs = 500
const keepAliveAfterMs = 10_000

type HotReads = ReturnType<typeof openHotReads>
/**
 * Without connections of their own, as behind a pooler or where the database refuses more, they go
 * where all the others go.
 */
export type HotDb = Kysely<DB> & { hotReads?: HotReads | undefined }

/** Of a bounded number of texts, each of which keeps its name. */
export async function readHot<T>(db: HotDb, text: string, values: unknown[]): Promise<T[]> {
  const { rows } =
    (await db.hotReads?.query(text, values)) ??
    (await db.withoutPlugins().executeQuery(CompiledQuery.raw(text, values)))
  return rows as T[]
}

type Way = { url: string; role: string | undefined; outages: Outages }

export function openHotReads(way: Way) {
  const names = new Map<string, string>()
  const opened: (Promise<pg.Client> | undefined)[] = []
  let turn = 0

  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `h${names.size + 1}`
    names.set(text, name)
    return name
  }
  const openAt = (place: number): Promise<pg.Client> => {
    const forget = () => {
      if (opened[place] === client) opened[place] = undefined // The next read opens another.
    }
    const client = connect(way, forget)
    client.catch((error: unknown) => {
      way.outages.failed(error, 'connection of hot reads')
      setTimeout(forget, refusedMs).unref()
    })
    return client
  }

  const leave = (place: number, client: pg.Client) => {
    opened[place] = undefined
    void client.end().catch(() => {})
  }

  return {
    /** Nothing where no connection can be opened. */
    async query(text: string, values: unknown[]): Promise<{ rows: unknown[] } | undefined> {
      turn = (turn + 1) % connections
      const place = turn
      const statement = { name: nameOf(text), text, values }
      const opening = (opened[place] ??= openAt(place))
      const client = await opening.catch(() => undefined)
      if (!client) return undefined
      try {
        return await askOf(client, statement)
      } catch (error) {
        // What ends a connection may reach its reader before it is known to have ended.
        const isOpen = opened[place] === opening
        if (isOpen && !isUnusable(error)) throw error
        if (isOpen) leave(place, client)
        // Another may be as silent, and the reader has waited enough.
        if (error instanceof Silence) throw error
        // It was lost, maybe long ago.
        const another = await (opened[place] ??= openAt(place)).catch(() => undefined)
        return another && askOf(another, statement)
      }
    },
    async end() {
      const ends = opened.map(async (opening) => (await opening)?.end())
      await Promise.allSettled(ends)
    },
  }
}

/** Its end, its silence, or a plan that a change of the schema has made useless. */
const isUnusable = (error: unknown) =>
  isConnectionGone(error) || error instanceof Silence || isOutdated(error)

/** The words that pg uses for it. */
class Silence extends Error {
  override message = 'query read timeout'
}

/**
 * Timers run before sockets are read. A process that did nothing for a while therefore looks once
 * more for an answer before it calls the database silent.
 */
function askOf(client: pg.Client, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      client.connection.stream.destroy() // Whoever else waits for it goes elsewhere.
      reject(new Silence())
    }
    let timer = setTimeout(() => (timer = setTimeout(giveUp, lastLookMs)), silentMs)
    client
      .query(statement)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject)
  })
}

async function connect({ url, role, outages }: Way, forget: () => void): Promise<pg.Client> {
  const settings = ['plan_cache_mode=force_generic_plan', ...(role ? [`role=${role}`] : [])]
  const client = new pg.Client({
    connectionString: url,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    connectionTimeoutMillis: 5000,
    statement_timeout: timeoutMs,
    options: settings.map((each) => `-c ${each}`).join(' '),
  })
  client.on('error', (error) => {
    forget()
    outages.failed(error, 'connection of hot reads')
  })
  await client.connect()
  client.on('end', forget) // A refused one ends too, and is forgotten later.
  return client
}

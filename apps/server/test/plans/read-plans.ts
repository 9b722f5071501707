/** The plans of the product's own statements, as PostgreSQL ran them. */
import type pg from 'pg'
import { openDatabase, type Database } from '../../src/platform/db/database.ts'
import { createLog } from '../../src/platform/log.ts'

export type Plan = {
  sql: string
  /** Pages of tables and indexes that it read. */
  buffers: number
  /** Tables that it read from the first row to the last. */
  scanned: string[]
  /** Tables of which it read anything. */
  read: string[]
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  'Actual Loops'?: number
  Plans?: Node[]
}

/**
 * Has PostgreSQL tell the plan of each statement right after it ran, those of triggers too. The cost
 * of a page is as in `deploy/parts/postgresql.conf`.
 */
const tellPlans = `
  load 'auto_explain';
  set auto_explain.log_min_duration = 0;
  set auto_explain.log_analyze = on;
  set auto_explain.log_buffers = on;
  set auto_explain.log_timing = off;
  set auto_explain.log_nested_statements = on;
  set auto_explain.log_format = json;
  set auto_explain.log_level = notice;
  set client_min_messages = notice;
  set random_page_cost = 1.1`

/** A database of a superuser, whose statements tell their plans. */
export function openPlanReader(url: string) {
  const plans: Plan[] = []
  const log = createLog({ level: 'silent', name: 'plans' })
  const db = openDatabase({ url, role: undefined, poolMax: 1, log })
  // On connections of their own they would tell nobody.
  delete db.hotReads
  const lost: unknown[] = []
  db.pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const json = /plan:\n([\s\S]+)$/.exec(message)?.[1]
      if (json) plans.push(toPlan(JSON.parse(json) as { 'Query Text': string; Plan: Node }))
    })
    client.query(tellPlans).catch((error: unknown) => lost.push(error))
  })
  return {
    db,
    /** The second time: the first one also reads what a connection keeps of tables and functions. */
    async plansOf(work: (db: Database) => Promise<unknown>): Promise<Plan[]> {
      await work(db)
      plans.length = 0
      await work(db)
      if (lost.length > 0) throw lost[0]
      if (plans.length === 0) throw new Error('no statement told its plan')
      return [...plans]
    },
    stop: () => db.destroy(),
  }
}

const toPlan = ({ 'Query Text': sql, Plan: root }: { 'Query Text': string; Plan: Node }): Plan => ({
  sql,
  buffers: (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0),
  scanned: tablesOf(root, (node) => node['Node Type'] === 'Seq Scan'),
  read: tablesOf(root, (node) => node['Actual Loops'] !== 0),
})

const tablesOf = (node: Node, isMeant: (node: Node) => boolean): string[] => [
  ...(node['Relation Name'] && isMeant(node) ? [node['Relation Name']] : []),
  ...(node.Plans ?? []).flatMap((each) => tablesOf(each, isMeant)),
]

/**
 * Tables with this many rows or more, none of which a call may read whole. Of a table in partitions also
 * those that hold their share of it: one that is nearly empty is read whole for good reason.
 */
export async function listLargeTables(pool: pg.Pool, rowsMin: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `with leaf as (
       select relname, coalesce(pg_partition_root(oid), oid) as root, greatest(reltuples, 0) as rows
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     ), whole as (
       select root, sum(rows) as rows, avg(rows) as share from leaf group by root
       having sum(rows) >= $1
     )
     select relname as name from leaf join whole using (root) where leaf.rows >= share / 2
     union select root::regclass::text from whole`,
    [rowsMin],
  )
  return rows.map(({ name }) => name)
}

import { execFileSync } from 'node:child_process'

/**
 * Everything `pg_dump` knows of a database besides its rows: tables, functions, triggers, rights,
 * comments, the rights on the database itself. One text an object, in an order that does not depend on
 * how the database grew: neither the order of its objects nor that of the columns of a table counts.
 */
export function schemaOf(url: string): string[] {
  const database = new URL(url).pathname.slice(1)
  const options = ['--schema-only', '--create', '--dbname', url]
  const dump = execFileSync('pg_dump', options, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  const named = dump.replace(new RegExp(`\\b${database}\\b`, 'g'), 'database')
  const [, ...objects] = named.split('\n--\n-- Name: ')
  return objects
    .filter((object) => !partitionOfDay.test(object))
    .map(ordered)
    .toSorted()
}

/** The queue makes one of these a day and drops it a week later: no schema is the same tomorrow. */
const partitionOfDay = /^\S*\s?queue_stats_\d{8}/

/** Columns, grants and the lines that belong to a session and not to the object. */
function ordered(object: string): string {
  const lines = object
    .split('\n')
    .filter((line) => line && !/^(--|\\|SET |SELECT pg_catalog)/.test(line))
  const [name = '', ...body] = lines
  const isList = /; Type: (TABLE|ACL);/.test(name)
  const words = body.map((line) => line.replace(/,$/, ''))
  return [name, ...(isList ? words.toSorted() : body)].join('\n')
}

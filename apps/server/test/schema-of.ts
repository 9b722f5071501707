import { execFileSync } from 'node:child_process'

/**
 * Everything `pg_dump` knows about a database except its rows: tables, functions, triggers, rights,
 * comments, the rights on the database itself. One text per object, in an order that does not
 * depend on how the database grew: the order of objects and of a table's columns does not count.
 */
export function schemaOf(url: string): string[] {
  const database = new URL(url).pathname.slice(1)
  const options = ['--schema-only', '--create', '--dbname', url]
  const dump = execFileSync('pg_dump', options, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  const named = dump
    .replace(new RegExp(`\\b${database}\\b`, 'g'), 'database')
    .replace(endOfFirst, '(MINVALUE) TO (some day)')
  const [, ...objects] = named.split('\n--\n-- Name: ')
  return objects
    .filter((object) => !partitionOfDay.test(object))
    .map(ordered)
    .toSorted()
}

/** The first partition ends soon after the day on which a database took that step. */
const endOfFirst = /\(MINVALUE\) TO \('[\d :+-]+'\)/g

/** The queue creates one of these a day and drops it a week later, so schemas differ by day. */
const partitionOfDay = /^\S*\s?queue_stats_\d{8}/

/** Sorts columns and grants, and drops lines that belong to the session and not to the object. */
function ordered(object: string): string {
  const lines = object
    .split('\n')
    .filter((line) => line && !/^(--|\\|SET |SELECT pg_catalog)/.test(line))
  const [name = '', ...body] = lines
  const isList = /; Type: (TABLE|ACL);/.test(name)
  const words = body.map((line) => line.replace(/,$/, ''))
  return [name, ...(isList ? words.toSorted() : body)].join('\n')
}

import pg from 'pg'
import { openDirectory } from '../../src/modules/listings/directory/directory.ts'
import type { Market, Statement } from '../../proofs/listings/listings-market.ts'

export const perPage = 12
export const lastPageOf = ({ count }: Market) => Math.ceil(count / perPage)

/** The statement that a page without filters is read with: parameters are where it starts and how far on. */
export async function pageStatement(market: Market, page: number): Promise<Statement> {
  const sent = await market.capture(async (db) => {
    await openDirectory(db).readNewest({ page, limit: perPage })
  })
  const statement = sent.at(-1)
  if (statement?.parameters.length !== 2) throw new Error('The page has two parameters no longer')
  return statement
}

/** The same statement for pgbench, to which a colon before a letter is a variable: from a random place of the market, or always its first page. */
export function scriptOf(
  { sql: text }: Statement,
  market: Market,
  from: 'random' | 'first',
): string {
  const blocks = Math.floor(market.count / 256)
  const place =
    from === 'first'
      ? [`\\set below ${(blocks + 1) * 256}`, '\\set skip 0']
      : [`\\set below random(1, ${blocks}) * 256`, '\\set skip random(0, 255)']
  const oneLine = text.replaceAll('\n', ' ').replace('HH24:MI:SS', 'HH24":"MI":"SS')
  const named = oneLine.replace('$1', ':below').replace('$2', ':skip')
  return [...place, `${named};`].join('\n')
}

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

/** The buffers that the statement touches, with the plan of the connections that read pages. */
export async function buffersOf(market: Market, page: number): Promise<number> {
  const { sql: text, parameters } = await pageStatement(market, page)
  const client = new pg.Client(market.url)
  await client.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query(`prepare page (bigint, bigint) as ${text}`)
    const explain = 'explain (analyze, buffers, format json) execute page'
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `${explain}(${parameters.map(Number).join(', ')})`,
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    if (!plan) throw new Error('No plan was explained')
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  } finally {
    await client.end()
  }
}

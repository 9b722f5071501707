import { randomBytes, randomUUID } from 'node:crypto'
import { invariant } from '../../src/platform/app-error.ts'
import { makeSecrets } from '../../test/secrets.ts'
import { startApiNode, type ApiNode } from '../../test/node.ts'
import { openThrowAwayDatabase } from '../shared/throw-away-database.ts'

/**
 * `pnpm proof offers`: a borrower accepts two offers on one domain in two tabs at the same moment,
 * and each tab reaches another API process. One is accepted, the other is refused and waits as a
 * backup, and the domain secures one loan. `--small` is for every CI run.
 */
const races = process.argv.includes('--small') ? 20 : 200
const racesPerCast = 10 // A lender has at most 20 offers waiting, and nobody makes 60 in an hour.
const ask = { desired_loan_amount: 32_000, desired_term: 180, desired_apy: 14.5 }
const bid = { loan_amount: 30_000, term: 210, apy: 13.25 }
const startedAt = performance.now()

type Person = { address: string; token: string; cookie: string | undefined }
type Cast = { borrower: Person; lenders: [Person, Person] }

const database = await openThrowAwayDatabase()
const query = (text: string, values: unknown[]) => database.owner.pool.query(text, values)
const env = {
  PIER_MODE: 'test',
  DATABASE_URL: database.url,
  PUBLIC_ORIGIN: 'http://localhost:4300',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PASSWORD_COST: 'light',
  TRUSTED_PROXY_HOPS: '1',
  LOG_LEVEL: 'error',
  ...(await makeSecrets()),
}
const nodes = [await startApiNode(env), await startApiNode(env)] as const
const [one, two] = nodes
const found = { decided: 0, failures: 0, kept: 0, wonByOne: 0, backups: 0 }
const odd: string[] = []

try {
  for (let done = 0; done < races; done += racesPerCast) await play()
} finally {
  await Promise.all(nodes.map((node) => node.stop()))
  await database.stop()
}

const seconds = Math.round((performance.now() - startedAt) / 1000)
for (const line of odd) console.log(`off: ${line}`)
console.log(
  `proof offers: ${races} races of two tabs over 2 nodes: ${found.decided} with one 201 and one 409, ` +
    `${found.failures} answers of 5xx, ${found.kept} domains with one open loan, one accepted offer and ` +
    `one that waits, ${found.backups} backups shown; won by node 1: ${found.wonByOne}, ` +
    `by node 2: ${found.decided - found.wonByOne}; ${seconds} s`,
)
const isProved =
  found.decided === races && found.failures === 0 && found.kept === races && found.backups === races
process.exit(isProved ? 0 : 1)

async function play(): Promise<void> {
  const borrower = await register()
  const cast: Cast = { borrower, lenders: [await register(), await register()] }
  for (let race = 0; race < racesPerCast; race++) await playRace(cast, race % 2 === 0)
  const path = `/offers/my-offers?limit=${racesPerCast * 2}`
  const { offers } = await get<{ offers: { is_backup: boolean }[] }>(one, path, borrower)
  found.backups += offers.filter((offer) => offer.is_backup).length
}

/** Which offer reaches which process, and which is called first, alternates. */
async function playRace({ borrower, lenders }: Cast, isOneFirst: boolean): Promise<void> {
  const domainId = await list(borrower)
  const first = await offer(one, lenders[0], domainId)
  const second = await offer(two, lenders[1], domainId)
  const accept = (node: ApiNode, offerId: string) =>
    node.call('POST', '/escrow/accept', borrower, { offerId })
  const tabs = isOneFirst
    ? ([accept(one, first), accept(two, second)] as const)
    : ([accept(two, first), accept(one, second)] as const)
  const replies = await Promise.all(tabs)
  const statuses = replies.map(({ status }) => status)
  const texts = replies.map(({ status, text }) => `${status} ${text}`)
  const winner = statuses.indexOf(201)
  const isDecided = winner !== -1 && statuses[1 - winner] === 409
  if (isDecided) found.decided++
  else odd.push(`${domainId} answered ${texts.join(', ')}`)
  if (isDecided && (winner === 0) === isOneFirst) found.wonByOne++
  found.failures += statuses.filter((status) => status >= 500).length

  const accepted = [first, second][winner]
  if (accepted && (await isKept(domainId, accepted))) found.kept++
  else odd.push(`${domainId} is not left with one loan and one backup`)
}

async function isKept(domainId: string, acceptedId: string): Promise<boolean> {
  const escrows = await query(
    'select offer_id from escrows where domain_id = $1 and ended_at is null',
    [domainId],
  )
  const offers = await query('select id, status from offers where domain_id = $1 order by status', [
    domainId,
  ])
  const [taken, waiting] = offers.rows as { id: string; status: string }[]
  return (
    escrows.rows.length === 1 &&
    escrows.rows[0].offer_id === acceptedId &&
    offers.rows.length === 2 &&
    taken?.status === 'ACCEPTED' &&
    taken.id === acceptedId &&
    waiting?.status === 'PENDING'
  )
}

/** A verified domain with a listing. Verification is tested elsewhere. */
async function list(borrower: Person): Promise<string> {
  const domain = `harbour-${randomUUID().slice(0, 12)}.com`
  const { id } = await post<{ id: string }>(one, '/domains/add', borrower, { domain })
  await query(
    `update domains set status = 'EXTERNAL_VERIFIED', verified_at = app_now() where id = $1`,
    [id],
  )
  await post(two, '/listings', borrower, { domain_id: id, ...ask })
  return id
}

async function offer(node: ApiNode, lender: Person, domainId: string): Promise<string> {
  const body = { domain_id: domainId, ...bid }
  return (await post<{ id: string }>(node, '/offers', lender, body)).id
}

/** A user with a verified address, known to both processes. */
async function register(): Promise<Person> {
  const email = `${randomUUID()}@mail.example`
  const address = [...randomBytes(4)].map((byte) => (byte % 223) + 1).join('.')
  const body = { name: 'Proof Person', email, password: 'seven quiet herons' }
  const reply = await one.call('POST', '/users/register', { address }, body)
  invariant(reply.status === 200, `registering gave ${reply.status}: ${reply.text}`)
  const { token } = JSON.parse(reply.text) as { token: string }
  const person = { address, token, cookie: reply.cookie?.split(';')[0] }
  for (const node of nodes) await get(node, '/users/self', person) // Binds session and cookie.
  await query('update users set email_verified_at = app_now() where email = $1', [email])
  return person
}

async function get<T>(node: ApiNode, path: string, person: Person): Promise<T> {
  const reply = await node.call('GET', path, person)
  invariant(reply.status === 200, `${path} gave ${reply.status}: ${reply.text}`)
  return JSON.parse(reply.text) as T
}

async function post<T>(node: ApiNode, path: string, person: Person, body: object): Promise<T> {
  const reply = await node.call('POST', path, person, body)
  invariant(reply.status < 300, `${path} gave ${reply.status}: ${reply.text}`)
  return JSON.parse(reply.text) as T
}

import { randomInt, randomUUID } from 'node:crypto'
import { invariant } from '../../src/platform/app-error.ts'
import { startHouse, until } from '../custody/custody-house.ts'
import { callAs, type Loan, type Member } from '../loans/cast/loans-cast.ts'
import { startApiNode } from '../../test/node.ts'
import { breachesOf, lawCount } from './operator-laws.ts'
import { openOffice, type Clerk, type Office } from './operator-office.ts'
import { lookAt, pressAs, pressAsParties } from './operator-presses.ts'
import { invitePair, openDisputes } from './operator-scenes.ts'

/**
 * `pnpm proof operator`: disputes that users open, and operators with the roles that cases need, who
 * act at random and at once over two API processes, while the clock jumps and a worker applies rulings. Every law
 * is checked after each round. Then two approvers confirm the same decision at once, many times.
 * `--small` is for every CI run.
 */
const isSmall = process.argv.includes('--small')
const disputes = isSmall ? 12 : 60
const disputesPerScene = isSmall ? 6 : 10
const roundsPerScene = 12
const races = isSmall ? 12 : 60
const pairCount = 4
const minute = 1 / 1440
const startedAt = performance.now()
const seconds = () => Math.round((performance.now() - startedAt) / 1000)

const tally = { rounds: 0, raced: 0 }
const house = await startHouse({ logLevel: 'error' })
const odd: string[] = []
let line = ''
try {
  line = await playAll()
} finally {
  await house.stop()
}
for (const each of odd) console.log(`off: ${each}`)
console.log(`${line}; ${seconds()} s`)
process.exit(odd.length === 0 && tally.raced === races ? 0 : 1)

async function playAll(): Promise<string> {
  await house.rows(`delete from pgboss.schedule where name = 'custody.check-holdings'`)
  const two = await startApiNode(house.env, { logFile: house.logFile })
  house.workers.push(await house.startWorker(), two)
  const nodes = [house.api, two] as const
  const office = await openOffice(house, nodes)
  const pairs = []
  for (let count = 0; count < pairCount; count++) pairs.push(await invitePair(house, nodes))
  await hire(office, pairs[0]?.BORROWER.email ?? '')
  const documentId = await keepDocument(office)

  const played: Loan[] = []
  while (played.length < disputes && odd.length === 0) {
    const count = Math.min(disputesPerScene, disputes - played.length)
    const loans = await openDisputes(house, pairs, count)
    played.push(...loans)
    for (let round = 0; round < roundsPerScene && odd.length === 0; round++) {
      await playRound(office, loans, documentId)
    }
    await settle(office, loans)
    if (!isSmall) console.log(`${played.length} disputes, ${tally.rounds} rounds, ${seconds()} s`)
  }
  const domain = await proveDomain(pairs[1]?.BORROWER)
  for (let race = 0; race < races && odd.length === 0; race++) {
    await playRace(office, race, domain)
  }
  odd.push(...(await breachesOf(office, played)))
  return sayAll(office)
}

/**
 * Nobody may give both approvals of a case, and nobody who has helped a party may give one. The
 * first operator is also a party.
 */
async function hire({ join }: Office, party: string): Promise<void> {
  await join(['case_officer', 'approver'], party)
  await join(['case_officer', 'approver'])
  await join(['case_officer', 'approver'])
  await join(['case_officer', 'approver', 'support'])
  await join(['case_officer'])
  await join(['case_officer', 'compliance'])
  await join(['approver'])
  await join(['approver', 'compliance'])
  await join(['approver'])
  await house.moveClock(minute) // The codes used for joining are spent.
}

async function keepDocument({ ready, clerks }: Office): Promise<string> {
  await ready()
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
  const file = { name: 'order.pdf', data: pdf.toString('base64') }
  const reply = await clerks[5]?.send('/documents', file)
  invariant(reply?.status === 201, `a document gave ${reply?.status}: ${reply?.text}`)
  return (JSON.parse(reply.text) as { id: string }).id
}

/** Everybody acts at once, and then some time passes. */
async function playRound(office: Office, loans: Loan[], documentId: string): Promise<void> {
  await office.ready()
  const desk = await lookAt(office, loans)
  const draw = { office, desk, documentId }
  await Promise.all([...office.clerks.map((clerk) => pressAs(clerk, draw)), pressAsParties(draw)])
  const days = [minute, 0.3, 1, 2, 5.01][randomInt(5)] ?? 1
  await house.moveClock(days)
  tally.rounds++
  odd.push(...(await breachesOf(office, loans)))
}

/** Rulings that nobody appealed take effect, unless a hold prevents it. */
async function settle({ house }: Office, loans: Loan[]): Promise<void> {
  const { rows } = house
  await house.moveClock(5.1)
  await until('each ruling whose time has come takes effect', async () => {
    const late = await rows(
      `select from decisions as d join escrows as e on e.id = d.escrow_id
       where d.state = 'announced' and d.takes_effect_at < app_now() and d.escrow_id = any($1)
         and not exists (select from domain_holds as h where h.domain_id = e.domain_id
           and h.lifted_at is null)`,
      [loans.map(({ id }) => id)],
    )
    return late.length === 0
  })
}

/** A verified domain without a loan. */
async function proveDomain(owner: Member | undefined): Promise<string> {
  const domain = `harbour-${randomUUID().slice(0, 12)}.com`
  invariant(owner, 'there are people')
  const added = await callAs(owner, 'POST', '/domains/add', { domain })
  await house.rows(
    `update domains set status = 'EXTERNAL_VERIFIED', verified_at = app_now() where id = $1`,
    [added.body.id],
  )
  return domain
}

/** Two approvers confirm the lifting of a hold at the same moment, each at another process. */
async function playRace(office: Office, race: number, domain: string): Promise<void> {
  await office.ready()
  const [officer, one, other] = [office.clerks[5], office.clerks[6], office.clerks[8]]
  invariant(officer && one && other, 'they are there')
  const hold = { domain, kind: 'theft', document_id: null }
  const placed = await officer.send('/holds', hold)
  const { id: holdId } = JSON.parse(placed.text) as { id: string }
  const proposed = await officer.send(`/holds/${holdId}/lift`, {
    code: await officer.code(),
  })
  const { id } = JSON.parse(proposed.text) as { id: string }
  const confirm = async (clerk: Clerk, node: number) =>
    clerk.send(`/decisions/${id}/confirm`, { code: await clerk.code() }, node)
  const replies = await Promise.all([confirm(one, race % 2), confirm(other, (race + 1) % 2)])
  const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b)
  if (statuses[0] === 200 && statuses[1] === 409) tally.raced++
  else
    odd.push(
      `race ${race}: ${placed.text} ${proposed.text} ${replies.map(({ text }) => text).join()}`,
    )
}

async function sayAll({ clerks, counted, heard }: Office): Promise<string> {
  const states = await house.rows<{ state: string; count: string }>(
    'select state, count(*) from decisions group by state order by state',
  )
  const [log] = await house.rows<{ count: string }>(
    `select count(*) from audit_log where action ~ '^(POST|PUT) '`,
  )
  const heardOf = (what: string) => heard.filter((each) => each === what).length
  return (
    `proof operator: ${disputes} disputes and ${clerks.length} operators over 2 nodes in ` +
    `${tally.rounds} rounds: ${counted.taken} acts taken, ${counted.refused} refused, ` +
    `${counted.failures.length} answers of 5xx (${counted.busy} told to come back), ` +
    `${log?.count} lines with a reason; decisions: ` +
    `${states.map(({ state, count }) => `${count} ${state}`).join(', ')}; ` +
    `${heardOf('accept 200')} accepted and ${heardOf('appeal 200')} appealed by a party; ` +
    `${lawCount} laws and those of loans after each round, ${odd.length} broken; ` +
    `${tally.raced} of ${races} races of two approvers with one 200`
  )
}

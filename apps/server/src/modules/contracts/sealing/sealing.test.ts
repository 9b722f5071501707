import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minuteMs } from '@pier/protocol/time'
import { afterAll, expect, test } from 'vitest'
import { givenAgreements } from '../../../../test/given/given-agreements.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp({ withTimestamps: true })
const given = givenAgreements(app)
const folder = mkdtempSync(join(tmpdir(), 'pier-sealing-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
/** The unsigned attribute that carries a timestamp: 1.2.840.113549.1.9.16.2.14. */
const stampId = '060b2a864886f70d010910020e'

type Loan = Awaited<ReturnType<typeof given.signedHere>>
type Sealed = { base_size: number; base_sha256: Buffer; seal_level: string | null }

/** What pdfsig says of the e-seal. Its exit code says nothing, so its output is parsed. */
function judge(pdf: Buffer): string[] {
  const file = join(folder, 'judged.pdf')
  writeFileSync(file, pdf)
  const said = execFileSync('pdfsig', [file]).toString()
  return said.split('\n').flatMap((line) => {
    const verdict = /(Signature is Valid\.|(?:Not t|T)otal document signed|Digest Mismatch)/.exec(
      line,
    )
    return verdict ? [verdict[1] ?? ''] : []
  })
}

const rowOf = async ({ id }: Loan): Promise<Sealed> => {
  const text = 'select base_size, base_sha256, seal_level from agreements where escrow_id = $1'
  const { rows } = await app.database.owner.pool.query<Sealed>(text, [id])
  return rows[0] as Sealed
}

const download = async (loan: Loan) => (await loan.as('BORROWER').get('/agreement.pdf')).rawPayload

test('signed by both, the agreement is sealed, and any change of it can be seen', async () => {
  const loan = await given.signedHere()
  const base = await given.read(loan, 'BORROWER')
  await given.untilState(loan, 'sealed')
  const pdf = await download(loan)
  const row = await rowOf(loan)

  expect(judge(pdf)).toEqual(['Total document signed', 'Signature is Valid.'])
  const changed = Buffer.from(pdf)
  changed[2000] = (changed[2000] ?? 0) ^ 1
  expect(judge(changed)).not.toContain('Signature is Valid.')
  const longer = Buffer.concat([pdf, Buffer.from('\n% more\n')])
  expect(judge(longer)).toEqual(['Not total document signed', 'Signature is Valid.'])

  expect(row.seal_level).toBe('B-T')
  expect(pdf.toString('latin1').toLowerCase()).toContain(stampId)
  const first = createHash('sha256').update(pdf.subarray(0, row.base_size)).digest()
  expect(first.equals(row.base_sha256)).toBe(true)
  expect(first.toString('hex')).toBe(base.agreement.sha256)
})

test('the certificate says who signed what, when and how, for people and for machines', async () => {
  const loan = await given.signedHere()
  await given.untilState(loan, 'sealed')
  const file = join(folder, 'sealed.pdf')
  writeFileSync(file, await download(loan))
  const text = execFileSync('pdftotext', ['-layout', file, '-']).toString()
  execFileSync('pdfdetach', ['-savefile', 'audit.json', '-o', join(folder, 'audit.json'), file])
  const audit = JSON.parse(readFileSync(join(folder, 'audit.json'), 'utf8')) as {
    document: { sha256: string }
    signatures: object[]
    events: { action: string }[]
  }
  const { base_sha256 } = await rowOf(loan)

  const pages = text.slice(text.indexOf('Certificate of completion'))
  for (const words of [
    'Borrower: signed electronically',
    'Lender: signed electronically',
    'Teodor Nyberg',
    loan.borrower.email,
    loan.lender.email,
    loan.lender.browser.address,
    'electronic-records-2026-11-15',
    base_sha256.toString('hex'),
  ]) {
    expect(pages).toContain(words)
  }
  expect(audit).toMatchObject({
    escrow_id: loan.id,
    document: { sha256: base_sha256.toString('hex') },
    signatures: [
      { role: 'LENDER', name: 'Teodor Nyberg', email: loan.lender.email },
      { role: 'BORROWER', name: 'Mara Lindqvist', authentication: { two_step_login: false } },
    ],
  })
  expect(audit.events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['accept', 'prepareAgreement', 'sign', 'begin']),
  )
})

test('both are told by mail, the history says it, and a second run changes nothing', async () => {
  const loan = await given.signedHere()
  await given.untilState(loan, 'sealed')
  for (const { email } of [loan.borrower, loan.lender]) {
    await app.mailTo(email, 'the signed agreement is ready')
  }
  const before = await download(loan)
  await app.database.owner.pool.query(
    `insert into timers (job, subject_id, fire_at)
     select 'contracts.seal', id, app_now() from agreements where escrow_id = $1`,
    [loan.id],
  )
  await until(async () => {
    const { rows } = await app.database.owner.pool.query(
      `select 1 from pgboss.job where name = 'contracts.seal' and state < 'completed'
       union all select 1 from timers where job = 'contracts.seal'`,
    )
    return rows.length === 0
  })

  expect((await download(loan)).equals(before)).toBe(true)
  const { events } = (await loan.as('LENDER').get('/events')).json<{
    events: { action: string }[]
  }>()
  expect(events.filter(({ action }) => action === 'sealAgreement')).toHaveLength(1)
})

test('while no timestamp is to be had the seal waits; after an hour it is made without one', async () => {
  app.timestamps.state.isDown = true
  try {
    const loan = await given.signedHere()
    await until(async () => {
      const text = `select 1 from timers where job = 'contracts.seal' and fire_at > app_now()`
      return (await app.database.owner.pool.query(text)).rows.length === 1
    })
    expect((await given.read(loan, 'BORROWER')).agreement.state).toBe('sealing')
    const meanwhile = await download(loan)
    expect(meanwhile.length).toBe((await rowOf(loan)).base_size)

    await app.database.moveClock(61 * minuteMs)
    await given.untilState(loan, 'sealed')

    const pdf = await download(loan)
    expect((await rowOf(loan)).seal_level).toBe('B-B')
    expect(pdf.toString('latin1').toLowerCase()).not.toContain(stampId)
    expect(judge(pdf)).toEqual(['Total document signed', 'Signature is Valid.'])
  } finally {
    app.timestamps.state.isDown = false
  }
})

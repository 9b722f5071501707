import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { printContract } from './contract-pdf.ts'
import { contractTemplates } from './contract-templates.ts'

const opening = ['Parties and definitions', 'The loan', 'Before money moves', 'Paying out the loan']
const payment = [
  ['Payment by bank transfer'],
  ['Payment in cryptocurrency', 'Addresses of the wallets', 'Risks of the asset'],
] as const
const closing = [
  'Interest and repayment',
  'Early repayment',
  'Late payment',
  'Fees',
  'The Domain as security',
  'Custody',
  'Control of the DNS',
  'Renewal and protection',
  'Statements of both sides',
  'Default',
  'Notice and time to cure',
  'After the notice has run out',
  'Release',
  'Cancelling before payment',
  'Disputes',
  'Role and liability of the Platform',
  'Data, confidence and tax',
  'General',
  'Law and forum',
  'Electronic form and signatures',
]

const previews = join(import.meta.dirname, '../../../../../web/public/contracts')

test('the bank transfer is contract 0 and the cryptocurrency contract 1', () => {
  expect(contractTemplates.map(({ id, fileName }) => [id, fileName])).toEqual([
    [0, 'default'],
    [1, 'crypto'],
  ])
})

test.each(contractTemplates)(
  '$fileName.pdf is what its template prints today',
  async (template) => {
    const stored = readFileSync(join(previews, `${template.fileName}.pdf`))

    expect(stored.subarray(0, 4).toString()).toBe('%PDF')
    expect(stored.equals((await printContract(template)).bytes)).toBe(true)
  },
)

test.each(contractTemplates)('$fileName.pdf can be read by machines', (template) => {
  const pdf = readFileSync(join(previews, `${template.fileName}.pdf`)).toString('latin1')

  expect(pdf).toContain('/Lang (en)')
  expect(pdf).toContain('/MarkInfo')
  expect(pdf).toContain('/StructTreeRoot')
})

test.each(contractTemplates)('the text of $fileName.pdf has every clause', (template) => {
  const headings = template.clauses.map(({ heading }) => heading)

  expect(headings).toEqual([...opening, ...payment[template.id], ...closing])
  expect(template.clauses.every(({ paragraphs }) => paragraphs.length > 0)).toBe(true)
})

test.each(contractTemplates)('$fileName.pdf has its title, version and the caution', (template) => {
  expect(template.title).toMatch(/^Loan and Security Agreement - /)
  expect(template.version).toMatch(/^standard-(bank|crypto)-\d{4}-\d{2}-\d{2}$/)
  expect(template.caution).toBe(
    'Template prepared without legal advice; both parties should take their own.',
  )
})

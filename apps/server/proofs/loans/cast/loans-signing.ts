/** Signs as people do: by their own link, once the agreement is printed. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { recordSigned } from '../../../src/modules/loans/opening/opening.service.ts'
import { lockLoan } from '../../../src/modules/loans/loans.service.ts'
import type { Tx } from '../../../src/platform/db/database.ts'
import { type House, until } from '../../custody/custody-house.ts'
import { callAs, type Loan, type Reply } from './loans-cast.ts'

type Page = { sha256: string; name: string; consent: { version: string } }

/** Null where it was never printed. A link that was seen once is kept, as in a mail. */
export async function signByLink(house: House, loan: Loan, party: Party): Promise<Reply | null> {
  const { people, links } = loan
  if (!people.BORROWER.hasHome || !people.LENDER.hasHome) return null
  links[party] ??= await waitForLink(house, loan, party)
  if (!links[party]) return null
  const path = `/agreements/${links[party]}`
  const page = await callAs(people[party], 'GET', path)
  const { sha256: document_sha256, name, consent } = page.body as Page
  const typed = { document_sha256, name, consent_version: consent.version, agreed: true }
  return callAs(people[party], 'POST', `${path}/sign`, typed)
}

async function waitForLink(house: House, loan: Loan, party: Party): Promise<string | undefined> {
  const isPrinted = async () => {
    const found = await house.rows(
      `select from escrows as e where id = $1 and (status <> 'PENDING_SIGNATURE'
         or exists (select from agreements where escrow_id = e.id))`,
      [loan.id],
    )
    return found.length > 0
  }
  await until('the agreement is printed', isPrinted, { everyMs: 60 })
  const { body } = await callAs(loan.people[party], 'GET', `/escrow/${loan.id}`)
  const url = body[party === 'BORROWER' ? 'borrower_contract_url' : 'lender_contract_url']
  return typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1) : undefined
}

/** Without legal addresses nothing is printed, and only the transition is applied. */
export async function signWithout(tx: Tx, { id, people }: Loan, party: Party): Promise<void> {
  const documentHash = 'ab'.repeat(32)
  const signed = { party, userId: people[party].id, documentHash }
  const loan = await lockLoan(tx, id)
  const printed = { ...loan, guardFacts: { ...loan.guardFacts, isPrinted: true } }
  await recordSigned(tx, printed, signed)
}

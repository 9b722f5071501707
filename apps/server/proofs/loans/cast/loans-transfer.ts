/** A domain comes into custody over the reference registry, or its transfer is rejected there. */
import { askFor } from '../../custody/custody-story.ts'
import { type House, until } from '../../custody/custody-house.ts'
import type { Loan } from './loans-cast.ts'

const patience = { everyMs: 60, patienceMs: 120_000 }

export async function bringDomain(house: House, loan: Loan, isGood: boolean): Promise<void> {
  const { other } = house.world
  const { id, domainId, name, people } = loan
  await people.BORROWER.logIn()
  await askFor(people.BORROWER, domainId, other.readName(name).code ?? '')
  await until(
    'the registry has it',
    () => other.readName(name).transfer?.status === 'pending',
    patience,
  )
  const isAsked = async () => {
    const found = await house.rows(
      `select from transfers where domain_id = $1 and state = 'requested'`,
      [domainId],
    )
    return found.length > 0
  }
  await until('we know that the registry has it', isAsked, patience)
  if (isGood) other.approveTransfer(name)
  else other.rejectTransfer(name)
  await house.poll()
  const isOver = async () => {
    const [row] = await house.rows<{ phase: string }>('select phase from escrows where id = $1', [
      id,
    ])
    return row?.phase !== 'TRANSFER_PENDING' && row?.phase !== 'CODE_NEEDED'
  }
  await until('the transfer is over', isOver, patience)
}

/** The parties of a loan, as operators see them before and after opening its file. */
import type { Db } from '../../../platform/db/database.ts'
import { maskEmail } from '../../../platform/mask-email.ts'
import { findReason, type OnDuty } from '../../operators/operators.service.ts'
import { findPerson } from './case-file.repository.ts'

export const openFile = 'POST /operator/loans/:id/open'

/** The reason given for opening the file in this session; undefined while it is closed. */
export const whyFileIsOpen = (db: Db, { operator, sessionId }: OnDuty, escrowId: string) =>
  findReason(db, { operatorId: operator.id, sessionId, action: openFile, subject: escrowId })

export const isFileOpen = async (...asked: Parameters<typeof whyFileIsOpen>): Promise<boolean> =>
  (await whyFileIsOpen(...asked)) !== undefined

type Sides = { borrowerId: string; lenderId: string }

export async function presentPeople(db: Db, { borrowerId, lenderId }: Sides, isOpen: boolean) {
  const person = async (id: string, recordOf: (repaid: number, funded: number) => string) => {
    const { name = '', email = '', repaid = 0, funded = 0 } = (await findPerson(db, id)) ?? {}
    const shown = isOpen ? email : maskEmail(email)
    return { id, name, email: shown, record: recordOf(repaid, funded) }
  }
  return {
    borrower: await person(borrowerId, (repaid) => `${countLoans(repaid)} repaid`),
    lender: await person(lenderId, (_, funded) => `${countLoans(funded)} funded`),
  }
}

const countLoans = (count: number) => `${count} ${count === 1 ? 'loan' : 'loans'}`

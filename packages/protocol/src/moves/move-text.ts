/** Building blocks of the next-action texts. */
import { formatMoney } from '../money.ts'
import type { Move, MoveFacts, Role } from './move-facts.ts'

type Words = Pick<Move, 'title' | 'note' | 'otherwise' | 'otherwiseNote'> & { by?: Date | null }
export type Say = (facts: MoveFacts) => Words
export type Sides = { you: Say; other: Say }

export const otherOf = (role: Role): Role => (role === 'BORROWER' ? 'LENDER' : 'BORROWER')

export const say = (title: string, note: string, otherwise = '', otherwiseNote = ''): Words => ({
  title,
  note,
  otherwise,
  otherwiseNote,
})

export const cancelled = 'The loan is cancelled'
export const silence = 'An operator reviews it'
export const money = (cents: number): string => formatMoney(cents)

import { loanLists } from '../../given/loan-rows.ts'
import { ownDomains } from './domains-page.ts'
import type { Answers } from '../fake-server.ts'
import { openApp } from '../open-app.tsx'

/** The app of a user with loans in both roles. `listsAsked` has the requested pages of loans. */
export async function openLoanLists(path: string, answers: Answers = {}) {
  const listsAsked: string[] = []
  const keep = (side: string, body: unknown) => {
    listsAsked.push(`${side} ${JSON.stringify(body)}`)
  }
  const app = await openApp(path, {
    answers: {
      ...ownDomains,
      ...loanLists,
      'POST /escrow/borrower': ({ body }) => {
        keep('borrower', body)
        return loanLists['POST /escrow/borrower']
      },
      'POST /escrow/lender': ({ body }) => {
        keep('lender', body)
        return loanLists['POST /escrow/lender']
      },
      ...answers,
    },
  })
  return { ...app, listsAsked }
}

import { problemOf, type Mutation, type TestReference } from '../mutations/mutation.ts'
import { referenceProblem } from '../docs/spec-coverage.ts'
import type { Lock } from './lock.ts'
import { locksOfLoans } from './of-loans.ts'
import { locksOfMoney } from './of-money.ts'
import { locksOfNetwork } from './of-network.ts'
import { locksOfOperators } from './of-operators.ts'
import { locksOfPeople } from './of-people.ts'

/** Every check that is removed, one at a time, to see whether a test notices. */
export const locks: Lock[] = [
  ...locksOfPeople,
  ...locksOfNetwork,
  ...locksOfMoney,
  ...locksOfLoans,
  ...locksOfOperators,
]

export const mutationsOfLocks: Mutation[] = locks.map(({ noticedBy, ...lock }) => ({
  ...lock,
  tests: noticedBy.map(testIn),
}))

function testIn(reference: string): TestReference {
  const [path = '', title = ''] = reference.split(' › ')
  return { path, title }
}

/** What prevents them from being tried. */
export function lockProblems(): string[] {
  return locks.flatMap((lock) =>
    [problemOf(lock), ...lock.noticedBy.map((test) => referenceProblem(`\`${test}\``))]
      .filter((problem) => problem !== undefined)
      .map((problem) => `${lock.name}: ${problem}`),
  )
}

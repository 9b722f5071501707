import { toASCII } from 'tr46'
import type { Collateral, World } from '../fill-domains.ts'
import type { LoanStory, Played } from './loan-steps.ts'
import { loansOfMara } from './loans-of-mara.ts'
import { loansOfOthers } from './loans-of-others.ts'

const stories: LoanStory[] = [...loansOfMara, ...loansOfOthers]

/** Mara's names that secure a loan are in her own list. */
const ofOthers = stories.filter(({ borrower }) => borrower !== 'mara')

const heldOf = (owner: string) =>
  stories.filter(({ borrower, isHeld }) => isHeld && borrower === owner).map(({ name }) => name)

export const collateral: Collateral = {
  names: ofOthers.map(({ name, isLocked }) => ({
    name: toASCII(name) ?? name,
    isLocked,
    createdDaysAgo: 2000 + name.length * 90,
  })),
  held: Object.fromEntries(stories.map(({ borrower }) => [borrower, heldOf(borrower)])),
}

export const collateralValues = stories.flatMap(({ name, valueDollars }) =>
  valueDollars ? [{ name, dollars: valueDollars }] : [],
)

/**
 * A clock that stops wherever something happens to a loan on the way, and lets it happen. Steps of
 * several loans on one day run concurrently.
 */
export function playLoans(world: World): World['setClock'] {
  const loans: Played[] = stories.map((story) => ({ story, world, id: '' }))
  let today = -Infinity
  return async (daysFromNow) => {
    const days = stories.flatMap((story) => story.days.map(([day]) => day))
    const passed = [...new Set(days)].filter((day) => day > today && day <= daysFromNow)
    for (const day of passed.toSorted((a, b) => a - b)) {
      await world.setClock(day)
      await Promise.all(loans.map((loan) => playDay(loan, day)))
    }
    today = daysFromNow
    await world.setClock(daysFromNow)
  }
}

async function playDay(loan: Played, today: number): Promise<void> {
  for (const [day, ...steps] of loan.story.days) {
    if (day === today) for (const step of steps) await step(loan)
  }
}

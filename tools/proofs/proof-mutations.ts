/**
 * `pnpm proof mutations`: forty checks of security, money and loans are removed, one at a time, and
 * a test has to notice each. `--small` tries every fourth; numbers select single ones.
 */
import { lockProblems, mutationsOfLocks } from '../lock-mutations/locks.ts'
import { proveMutations } from '../mutations/mutations.ts'

const options = process.argv.slice(2)
const isSmall = options.includes('--small')
const numbers = options.filter((option) => /^\d+$/.test(option)).map(Number)

const problems = lockProblems()
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
const chosen = mutationsOfLocks.filter((_, index) =>
  numbers.length > 0 ? numbers.includes(index + 1) : !isSmall || index % 4 === 0,
)
process.exit((await proveMutations(chosen)) ? 0 : 1)

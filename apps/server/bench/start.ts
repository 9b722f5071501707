/**
 * Processor time from the start of a process to its readiness: of what a deployment, a crash and the
 * arrival of another node wait for. The first start fills the cache of compiled modules, as that of
 * a node does; the others find it.
 */
import { printRows, medianOf } from './shared/rows.ts'
import { withStack, type Stack } from './stack/stack.ts'

const rounds = 3

await withStack(async (stack) => {
  const api = await measure(stack, 'api')
  const worker = await measure(stack, 'worker')
  const row = { bar: 'start', is: 'at most', unit: 's of a core', goal: 2 } as const
  printRows([
    { ...row, what: 'start of the API', measured: medianOf(api), peer: 'everything at once: 4.7' },
    { ...row, what: 'start of the worker', measured: medianOf(worker) },
  ])
})

async function measure(stack: Stack, part: 'api' | 'worker'): Promise<number[]> {
  const seconds: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const { startSeconds, kill } = await stack.start(part)
    await kill()
    if (round > 0) seconds.push(startSeconds)
  }
  console.log(part, seconds.map((each) => each.toFixed(2)).join(' '))
  return seconds
}

/** How quick something is, on a machine that other tests share. */

/** CPU that this process spent on it, in milliseconds: waiting for others does not count. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Milliseconds of the fastest of three tries: what is slow is slow each time. */
export async function fastestMsOf(work: () => Promise<unknown>): Promise<number> {
  const tries: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    const startedAt = performance.now()
    await work()
    tries.push(performance.now() - startedAt)
  }
  return Math.min(...tries)
}

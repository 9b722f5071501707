/** How fast something is, on a machine shared with other tests. */

/** CPU time of this process in milliseconds: waiting does not count. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Milliseconds of the fastest of three tries: what is really slow is slow each time. */
export async function fastestMsOf(work: () => Promise<unknown>): Promise<number> {
  const tries: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    const startedAt = performance.now()
    await work()
    tries.push(performance.now() - startedAt)
  }
  return Math.min(...tries)
}

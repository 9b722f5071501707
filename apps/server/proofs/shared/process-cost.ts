import { readdirSync, readFileSync } from 'node:fs'

/** On Linux a tick is a hundredth of a second, whatever the machine. */
const tickSeconds = 0.01

/** CPU seconds of a process and of its children that have ended. */
export function cpuSecondsOf(pid: number): number {
  const fields = readStat(pid)
  if (!fields) return 0
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number)
  return (user + system + childUser + childSystem) * tickSeconds
}

/** CPU seconds of a whole PostgreSQL cluster: the postmaster and its child processes. */
export function cpuSecondsOfCluster(postmasterPid: number): number {
  let seconds = cpuSecondsOf(postmasterPid)
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    if (pid && parentOf(pid) === postmasterPid) seconds += cpuSecondsOf(pid)
  }
  return seconds
}

export const parentOf = (pid: number): number => Number(readStat(pid)?.[1] ?? 0)

/** The fields after the program's name: state, parent, and so on. */
function readStat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined // It has ended.
  }
}

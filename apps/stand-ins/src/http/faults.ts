/**
 * Faults on demand. `status500_stored` is a 500 that the idempotency key remembers; `drop_after`
 * does the work and then cuts the connection, so the client cannot know.
 */
export const faultKinds = [
  'status500',
  'status500_stored',
  'drop_before',
  'drop_after',
  'hang',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** `path` is a whole path, or the start of one when it ends with `*`. */
export type Fault = {
  path: string
  times: number
  kind: FaultKind
  method?: string | undefined
}

export type Faults = ReturnType<typeof createFaults>

export function createFaults() {
  let faults: Fault[] = []
  return {
    fail: (fault: Fault): void => {
      faults.push({ ...fault })
    },
    take: (request: { method: string; path: string }): FaultKind | undefined => {
      const fault = faults.find((candidate) => isHit(candidate, request))
      if (!fault) return undefined
      fault.times -= 1
      faults = faults.filter(({ times }) => times > 0)
      return fault.kind
    },
  }
}

function isHit(fault: Fault, { method, path }: { method: string; path: string }): boolean {
  if (fault.method !== undefined && fault.method !== method) return false
  return fault.path.endsWith('*') ? path.startsWith(fault.path.slice(0, -1)) : path === fault.path
}

/**
 * A dialog may have an address of its own. Then `over` in the state of its location is the address
 * of the page that it stands over, which stays as it is below.
 */
export type Over = { over: string }

export const overOf = (state: unknown): string | null =>
  state && typeof state === 'object' && 'over' in state && typeof state.over === 'string'
    ? state.over
    : null

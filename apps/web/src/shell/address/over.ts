/**
 * A dialog may have its own address. Then `over` in the location's state is the address of the page
 * below it, which stays as it is.
 */
export type Over = { over: string }

export const overOf = (state: unknown): string | null =>
  state && typeof state === 'object' && 'over' in state && typeof state.over === 'string'
    ? state.over
    : null

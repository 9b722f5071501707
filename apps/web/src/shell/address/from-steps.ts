/** In the location's state when a step of the checklist led here, so that the way back is offered. */
export type FromSteps = { fromSteps: true }

export const isFromSteps = (state: unknown): boolean =>
  Boolean(state && typeof state === 'object' && 'fromSteps' in state)

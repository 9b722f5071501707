import { until } from '../test/given/given-payments.ts'

const pauseMs = 250

/** Asks more seldom than a test does: people of the demo do much at once, and a session has its limit. */
export const waitUntil = (isThere: () => Promise<boolean>): Promise<void> => until(isThere, pauseMs)

import { until } from '../test/given/given-payments.ts'

const pauseMs = 250

/** Polls less often than a test: the demo does much at once, and a session has a rate limit. */
export const waitUntil = (isThere: () => Promise<boolean>): Promise<void> => until(isThere, pauseMs)

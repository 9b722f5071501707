import type { Fqdn } from '../../platform/net/fqdn.ts'

/** Below the name. Nobody else's records stand there, and a label with a `_` is no host. */
export const challengeLabel = '_pier-challenge'

export const challengeHostOf = (name: Fqdn): string => `${challengeLabel}.${name}`

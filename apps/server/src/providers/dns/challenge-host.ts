import type { Fqdn } from '../../platform/net/fqdn.ts'

/** Below the name. Nobody else has records there, and a label with a `_` cannot be a host. */
export const challengeLabel = '_pier-challenge'

export const challengeHostOf = (name: Fqdn): string => `${challengeLabel}.${name}`

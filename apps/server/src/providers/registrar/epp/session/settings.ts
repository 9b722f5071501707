/** Registries publish different limits, so these are settings; the defaults suit all we read of. */
export type SessionSettings = {
  connectTimeoutMs: number
  commandTimeoutMs: number
  /** A hello is said after this silence: the strictest registry hangs up after 120 s. */
  helloAfterMs: number
  sessionLastsMs: number
  sessionCommandsMax: number
  commandsPerMinute: number
  backoffMinMs: number
  backoffMaxMs: number
  sessionLimitBackoffMs: number
}

export const defaultSettings: SessionSettings = {
  connectTimeoutMs: 10_000,
  commandTimeoutMs: 60_000,
  helloAfterMs: 90_000,
  sessionLastsMs: 12 * 3_600_000,
  sessionCommandsMax: 800,
  commandsPerMinute: 60,
  backoffMinMs: 1000,
  backoffMaxMs: 300_000,
  sessionLimitBackoffMs: 60_000,
}

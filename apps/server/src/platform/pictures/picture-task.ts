/** What is asked of the process that opens a picture. */
export type PictureTask = {
  formats: ('jpeg' | 'png' | 'gif')[]
  pixelsMax: number
  /** How strictly damage is treated. */
  failOn: 'warning' | 'error'
  /** Redraws it as a square; without this it is only decoded to its end. */
  draw?: { side: number; bytesMax: number }
}

/** Exit codes for a refused picture. Any other exit is a fault of ours. */
export const exits = { unreadable: 3, tooLarge: 4 } as const

/** Longer than any picture takes that we want, on a machine that has other things to do. */
export const wallMs = 30_000

/** What is asked of the process that opens a picture. */
export type PictureTask = {
  formats: ('jpeg' | 'png' | 'gif')[]
  pixelsMax: number
  /** How much may be wrong with it. */
  failOn: 'warning' | 'error'
  /** Draws it again as a square; without it, it is only read to its end. */
  draw?: { side: number; bytesMax: number }
}

/** How that process ends when it does not give a picture. Whatever else ends it is a fault of ours. */
export const exits = { unreadable: 3, tooLarge: 4 } as const

/** Longer than any picture takes that we want, on a machine that has other things to do. */
export const wallMs = 30_000

import { isDeepStrictEqual } from 'node:util'

/** What came out, and the parts of it that are checked. */
export type Judged = { got: object; wanted: object }

export const isAsWanted = ({ got, wanted }: Judged): boolean =>
  Object.entries(wanted).every(([key, value]) =>
    isDeepStrictEqual((got as Record<string, unknown>)[key], value),
  )

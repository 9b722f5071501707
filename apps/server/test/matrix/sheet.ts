/** The cells: who called what, what they got, and what they should have got. */
import { errors, type ErrorCode } from '@pier/protocol/errors'
import { changedIn, hashTables } from './unchanged.ts'
import type { useTestApp } from '../test-app.ts'

type App = ReturnType<typeof useTestApp>
type Cell = { call: string; caller: string; got: string; wanted: string }
export type Sheet = ReturnType<typeof openSheet>

const few = 20

/** As an answer says it: "404 escrow_not_found". */
export const refusal = (code: ErrorCode) => `${errors[code].status} ${code}`

export function openSheet(app: App) {
  const cells: Cell[] = []
  const changes: string[] = []
  return {
    cells,
    /** Tables that changed although the caller was refused, and the calls that may have done it. */
    changes,
    note: (call: string, caller: string, got: string, wanted: string) => {
      cells.push({ call, caller, got, wanted })
    },
    /** Checks after every few calls that refused callers left the tables unchanged. */
    async unchanged<T extends { name: string }>(
      refused: T[],
      refuse: (each: T) => Promise<void>,
      but: string[] = [],
    ): Promise<void> {
      for (let from = 0; from < refused.length; from += few) {
        const some = refused.slice(from, from + few)
        const before = await hashTables(app)
        for (const each of some) await refuse(each)
        const changed = changedIn(before, await hashTables(app))
        const tables = changed.filter((name) => !but.includes(name))
        const named = some.map(({ name }) => name).join(', ')
        if (tables.length > 0) changes.push(`${tables.join(', ')} changed by one of ${named}`)
      }
    },
    wrong: () =>
      cells
        .filter(({ got, wanted }) => got !== wanted)
        .map(({ call, caller, got, wanted }) => `${call} as ${caller}: got ${got}, not ${wanted}`),
    countOf: (call: string) => cells.filter((cell) => cell.call === call).length,
  }
}

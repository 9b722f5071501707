import type { Mutation } from '../mutations/mutation.ts'

/** The replacement for a removed check. */
export const removed = ''

/** A check, named by what would happen without it, and the tests that notice: "path › title". */
export type Lock = Omit<Mutation, 'tests'> & { noticedBy: string[] }

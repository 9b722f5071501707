import type { Mutation } from '../mutations/mutation.ts'

/** What stands where a check was. */
export const removed = ''

/** A check, by what would happen without it, and the tests that would say so: "path › title". */
export type Lock = Omit<Mutation, 'tests'> & { noticedBy: string[] }

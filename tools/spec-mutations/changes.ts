/** By file: the row, the text that is replaced, and its replacement. */
export type Changes = Record<string, [row: string, text: string, replacement: string][]>

/** By file: the row, the text that is replaced and what stands there instead. */
export type Changes = Record<string, [row: string, text: string, replacement: string][]>

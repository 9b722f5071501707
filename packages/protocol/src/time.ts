/** Spans of time in milliseconds, the unit of every clock in the code. */
export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

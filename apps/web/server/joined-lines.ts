import type { Writable } from 'node:stream'

/**
 * The lines of one turn of the event loop are written together: under load one write for each took
 * a sixth of all processor time. What is left when the process ends is written then.
 */
export function joinLines(out: Writable) {
  let waiting = ''
  const writeAll = () => {
    const lines = waiting
    waiting = ''
    if (lines !== '') out.write(lines)
  }
  process.once('exit', writeAll)
  // Whoever read the log is gone. That is no reason to serve nobody.
  out.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') throw new Error('The log cannot be written', { cause: code })
  })
  return {
    write(line: string): void {
      if (waiting === '') setImmediate(writeAll)
      waiting += line
    },
  }
}

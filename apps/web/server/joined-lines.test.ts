// @vitest-environment node
import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { joinLines } from './joined-lines.ts'

function collect() {
  const out = new PassThrough()
  const written: string[] = []
  out.on('data', (part: Buffer) => written.push(String(part)))
  return { out, written, log: joinLines(out) }
}

test('the lines of one turn are one write, in their order, and none is lost', async () => {
  const { written, log } = collect()
  for (const line of ['a\n', 'b\n', 'c\n']) log.write(line)
  expect(written).toEqual([])
  await nextTurn()
  await nextTurn()
  log.write('d\n')
  await nextTurn()
  await nextTurn()

  expect(written).toEqual(['a\nb\nc\n', 'd\n'])
})

test('nobody is left unserved because nobody reads the log any more', () => {
  const { out } = collect()
  const broken = Object.assign(new Error('nobody reads'), { code: 'EPIPE' })
  expect(() => out.emit('error', broken)).not.toThrow()
  expect(() => out.emit('error', new Error('disk'))).toThrow('The log cannot be written')
})

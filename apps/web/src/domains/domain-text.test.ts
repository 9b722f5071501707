import { domainToUnicode } from 'node:url'
import { expect, test } from 'vitest'
import { readDomain } from './domain-text.ts'

const shown = (name: string) => {
  const { label, ending } = readDomain(name)
  return label + ending
}

test('a plain name is split at its first dot', () => {
  expect(readDomain('lanternfish.com')).toEqual({
    label: 'lanternfish',
    ending: '.com',
    ascii: null,
  })
  expect(readDomain('slipway.co.uk')).toMatchObject({ label: 'slipway', ending: '.co.uk' })
  expect(readDomain('')).toEqual({ label: '', ending: '', ascii: null })
  expect(readDomain('localhost')).toMatchObject({ label: 'localhost', ending: '' })
})

test.each([
  ['bücherkai.de', 'xn--bcherkai-65a.de'],
  ['bücherhafen.de', 'xn--bcherhafen-9db.de'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['日本語.jp', 'xn--wgv71a119e.jp'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ['مثال.com', 'xn--mgbh0fb.com'],
  ['☃.net', 'xn--n3h.net'],
])('%s is shown in its own letters, with %s below, from either form', (own, ascii) => {
  expect(shown(own)).toBe(own)
  expect(shown(ascii)).toBe(own)
  expect(readDomain(own).ascii).toBe(ascii)
  expect(readDomain(ascii).ascii).toBe(ascii)
})

test('what leads back to another name is shown as it stands on the wire', () => {
  for (const name of ['xn--.com', 'xn--a.com', 'xn--99999999.com', 'xn--bcherkai-65A_.de'])
    expect(readDomain(name).ascii).toBeNull()
  expect(shown('xn--99999999.com')).toMatch(/^[\x21-\x7e\ufffd]+$/)
})

test('hidden characters never reach the screen', () => {
  expect(shown('pay\u202Emoc.kab.com')).not.toContain('\u202E')
  expect(shown('pay pal.com\u0000')).toMatch(/^[\x21-\x7e\ufffd]+$/)
  expect(shown('bank\u200B.com')).toBe('bank.com')
})

test('it never disagrees with Node, whatever the letters', () => {
  for (let point = 0xa1; point < 0x3000; point += 7) {
    const own = `a${String.fromCodePoint(point)}b.de`
    if (!URL.canParse(`http://${own}`)) continue
    const ascii = new URL(`http://${own}`).hostname

    expect(shown(ascii)).toBe(domainToUnicode(ascii))
  }
})

import { expect, test } from 'vitest'
import { readMailLink } from './mail-link.ts'
import { loginChecks, readEmail, registerChecks } from './sign-in-checks.ts'

const mara = { name: 'Mara', email: 'mara@lindqvist.example', password: 'a b', confirm: 'a b' }

test.each(['', 'mara', 'mara@lindqvist', '@lindqvist.example', 'mara lindqvist@a.b', 'a@b@c.d'])(
  'the address "%s" is refused',
  (email) => expect(loginChecks.email(email)).toBe('Invalid email'),
)

test('an address needs text, @, text, dot, text, and nothing more', () => {
  expect(loginChecks.email('a@b.c')).toBe(null)
  for (const short of ['@b.c', 'ab.c', 'a@.c', 'a@bc', 'a@b.']) {
    expect(loginChecks.email(short)).toBe('Invalid email')
  }
})

test.each([' a@b.c ', '\u00A0a@b.c\u200B', 'mailto:a@b.c', 'Mara Lindqvist <a@b.c>'])(
  'of "%s", as it was pasted, the address is left',
  (pasted) => {
    expect(readEmail(pasted)).toBe('a@b.c')
    expect(registerChecks.email(pasted, mara)).toBe(null)
  },
)

test('any password passes that is there; which are good is for the server to say', () => {
  expect(loginChecks.password('')).toBe('Invalid password')
  expect(loginChecks.password(' ')).toBe(null)
})

test('a name of blanks is no name', () => {
  expect(registerChecks.name('  ', mara)).toBe('Invalid name')
  expect(registerChecks.name('Mara', mara)).toBe(null)
})

test('the second password has to be the first', () => {
  expect(registerChecks.confirm('a c', mara)).toBe("Passwords don't match")
  expect(registerChecks.confirm('a b', mara)).toBe(null)
})

test('the link of a mail is read from the hash, and other hashes are left alone', () => {
  expect(readMailLink('#freeze=abc-_')).toEqual({ kind: 'freeze', token: 'abc-_' })
  expect(readMailLink('#verify=')).toBe(null)
  expect(readMailLink('#main')).toBe(null)
})

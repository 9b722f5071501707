import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  const destination = { write: (line: string) => lines.push(line) }
  write(createLog({ level: 'info', name: 'test' }, destination))
  return lines.join('')
}

test('no secret reaches the log, wherever it stands', () => {
  const secret = 'swordfish-1234'
  const names = ['password', 'newPassword', 'curPassword', 'mfa', 'token', 'refreshToken']

  for (const name of names) {
    const text = logged((log) => {
      log.info({ [name]: secret })
      log.info({ body: { [name]: secret } })
      log.info({ request: { body: { [name]: secret } } })
    })
    expect(text, name).not.toContain(secret)
    expect(text).toContain('[cut]')
  }
})

test('headers that authenticate are cut', () => {
  const text = logged((log) =>
    log.info({
      req: {
        headers: { 'x-access-token': 'abc.def', cookie: '__Host-bind=abc', authorization: 'x' },
      },
    }),
  )

  expect(text).not.toMatch(/abc/)
})

test('an address keeps its first letters only', () => {
  const text = logged((log) => log.info({ email: 'jane@doe.example', to: 'mara@lind.example' }))

  expect(text).toContain('j***@d***')
  expect(text).not.toContain('jane@')
})

test('an error is told without the values it carries', () => {
  const error = Object.assign(new Error('450 for <mara@lind.example>'), {
    code: 'EENVELOPE',
    rejected: ['mara@lind.example'],
    detail: 'Failing row contains (mara@lind.example)',
  })

  const text = logged((log) => log.error({ err: error }))

  expect(text).not.toContain('mara@lind')
  expect(text).toContain('EENVELOPE')
})

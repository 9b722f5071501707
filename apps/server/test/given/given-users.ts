import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { invariant } from '../../src/platform/app-error.ts'
import type { App } from '../../src/platform/http/app.ts'
import { createTestBrowser, type TestBrowser } from '../test-browser.ts'

export const goodPassword = 'seven quiet herons'

/** People in the states that tests begin with, made through the calls that people use. */
export function givenUsers(
  app: () => App,
  now: () => number,
  query: (text: string, values: unknown[]) => Promise<unknown>,
) {
  const given = {
    /** Registered and logged in, in a browser that keeps the cookie. */
    async user({ name = 'Mara Lindqvist' } = {}) {
      const browser = createTestBrowser(app())
      const email = `mara.${randomUUID().slice(0, 8)}@mail.example`
      const person = { name, email, password: goodPassword }
      succeed(await browser.register(person))
      succeed(await browser.get('/users/self')) // Binds the session to its cookie.
      return { ...person, browser }
    },

    /** Has verified the address. Verification by mail is tested elsewhere. */
    async verifiedUser(options: { name?: string } = {}) {
      const user = await given.user(options)
      await query('update users set email_verified_at = app_now() where email = $1', [user.email])
      return user
    },

    /** Has two-step login on, set up with the current code. `code()` gives the next one. */
    async userWithMfa() {
      const user = await given.user()
      const start = await user.browser.post('/users/mfa/start')
      const totp = new TOTP({ secret: Secret.fromBase32(start.json<{ secret: string }>().secret) })
      const code = () => totp.generate({ timestamp: now() + 30_000 })
      const mfa = totp.generate({ timestamp: now() })
      const confirm = succeed(await user.browser.post('/users/mfa/confirm', { mfa }))
      const { recoveryCodes } = confirm.json<{ recoveryCodes: string[] }>()
      return { ...user, code, recoveryCodes }
    },

    /** The same person in another browser. */
    async elsewhere(user: { email: string; password: string }, mfa?: string): Promise<TestBrowser> {
      const browser = createTestBrowser(app())
      const { email, password } = user
      succeed(await browser.logIn({ email, password, ...(mfa && { mfa }) }))
      succeed(await browser.get('/users/self'))
      return browser
    },
  }
  return given
}

/** A failed precondition would make the test meaningless. */
function succeed<R extends { statusCode: number; body: string }>(reply: R): R {
  invariant(reply.statusCode < 300, `given: got ${reply.statusCode}: ${reply.body}`)
  return reply
}

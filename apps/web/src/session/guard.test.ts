import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireTokens } from './guard.ts'

const entered = (path: string) => {
  try {
    requireTokens({ request: new Request(`https://here.invalid${path}`) })
    return null
  } catch (answer) {
    return answer instanceof Response ? answer.headers.get('location') : null
  }
}

beforeEach(() => localStorage.clear())
afterEach(() => window.history.replaceState(null, '', '/'))

test('a login leads back to the section of the page that was asked for', () => {
  window.history.replaceState(null, '', '/app/settings#payment-details')

  expect(entered('/app/settings')).toBe(
    `/login#from=${encodeURIComponent('/app/settings#payment-details')}`,
  )
})

test('the section of another page is not taken along', () => {
  window.history.replaceState(null, '', '/domains#how-it-works')

  expect(entered('/app/settings')).toBe(`/login#from=${encodeURIComponent('/app/settings')}`)
})

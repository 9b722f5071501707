import { errors } from '@pier/protocol/errors'
import { expect, test } from 'vitest'
import { ApiError, failureText, noAnswer } from './api-error.ts'

test('a failure that says nothing of itself is told by what was tried', () => {
  const unexpected = new ApiError(500, {
    code: 'unexpected',
    message: 'An unexpected error has occurred..',
  })

  expect(failureText('The file did not open', unexpected)).toBe(
    'The file did not open. An unexpected error has occurred..',
  )
  expect(failureText('The file did not open', noAnswer())).toMatch(/^The file did not open\. Back/)
  expect(failureText('The file did not open', new TypeError('null'))).not.toContain('null')
})

test('a refusal that has words of its own needs no others', () => {
  const refused = new ApiError(422, { code: 'own_domain', message: 'This is your own domain' })

  expect(failureText('The offer was not sent', refused)).toBe('This is your own domain')
})

test('whoever may have saved something is not told that nothing was sent', () => {
  const { message } = errors.outcome_unknown
  const unknown = new ApiError(503, { code: 'outcome_unknown', message })

  expect(failureText('The offer was not sent', unknown)).toBe(message)
})

import { expect, test } from 'vitest'
import { RegistrarError } from '../../registrar-port.ts'
import type { Answer } from './answers.ts'
import { type Asked, refuse } from './refusals.ts'

const asked = { kind: 'transfer', clientId: 'C-1' } as const

function errorOf(code: number, about: Asked = asked): RegistrarError | null {
  const result = { code, message: 'Text', reasons: ['Why'] }
  const other = { code: 2306, message: 'Also', reasons: [] }
  const nothing = { data: null, extension: null, message: null }
  const answer: Answer = {
    results: [result, other],
    code,
    ...nothing,
    clientId: 'C-1',
    serverId: 'S-1',
  }
  try {
    refuse(answer, about)
    return null
  } catch (error) {
    if (error instanceof RegistrarError) return error
    throw error
  }
}

test.for([1000, 1001, 1300, 1301, 1500])('%i is no refusal', (code) => {
  expect(errorOf(code)).toBeNull()
})

test.for([
  [2000, 'unsupported', false],
  [2001, 'bad_request', false],
  [2002, 'bad_request', false],
  [2005, 'bad_request', false],
  [2100, 'unsupported', false],
  [2101, 'unsupported', false],
  [2102, 'unsupported', false],
  [2103, 'unsupported', false],
  [2104, 'insufficient_registrar_funds', true],
  [2105, 'not_eligible', false],
  [2106, 'not_eligible', false],
  [2200, 'credentials', false],
  [2201, 'not_ours', false],
  [2202, 'auth_code_invalid', false],
  [2300, 'already_pending', false],
  [2301, 'not_pending', false],
  [2302, 'already_exists', false],
  [2303, 'not_found', false],
  [2304, 'transfer_prohibited', false],
  [2305, 'policy', false],
  [2306, 'policy', false],
  [2307, 'unsupported', false],
  [2308, 'policy', false],
  [2400, 'temporarily_unavailable', true],
  [2500, 'temporarily_unavailable', true],
  [2501, 'credentials', false],
  [2502, 'session_limit', true],
  [2999, 'bad_request', false],
] as const)('%i is %s', ([code, expected, isRetryable]) => {
  expect(errorOf(code)).toMatchObject({ code: expected, isRetryable })
})

test('what a missing or wrong value means depends on what was asked', () => {
  expect(errorOf(2003)?.code).toBe('fee_required')
  expect(errorOf(2003, { ...asked, hasFee: true })?.code).toBe('bad_request')
  expect(errorOf(2003, { ...asked, kind: 'update' })?.code).toBe('bad_request')
  expect(errorOf(2004, { ...asked, hasFee: true })?.code).toBe('fee_mismatch')
  expect(errorOf(2004)?.code).toBe('bad_request')
  expect(errorOf(2304, { ...asked, kind: 'update' })?.code).toBe('policy')
})

test('the error keeps all results, reasons and both ids', () => {
  expect(errorOf(2106)).toMatchObject({
    results: [
      { code: 2106, message: 'Text', reasons: ['Why'] },
      { code: 2306, message: 'Also', reasons: [] },
    ],
    clientId: 'C-1',
    serverId: 'S-1',
  })
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPayment } from './open-payment.ts'

const page = 'https://pay.example/session/1'
const steps: string[] = []
const location = { protocol: 'https:', assign: vi.fn() }
const opened = {
  opener: {} as unknown,
  location: { replace: vi.fn() },
  close: vi.fn(),
}
const open = vi.fn<() => typeof opened | null>()

beforeEach(() => {
  steps.length = 0
  opened.opener = {}
  location.protocol = 'https:'
  open.mockImplementation(() => {
    steps.push('opened')
    return opened
  })
  vi.stubGlobal('window', { open, location })
})

afterEach(() => {
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const answer = (uri: string) => async () => {
  steps.push('asked')
  return uri
}

test('the window opens before the server is asked, and goes to its page without an opener', async () => {
  await openPayment(answer(page))

  expect(steps).toEqual(['opened', 'asked'])
  expect(open).toHaveBeenCalledWith('about:blank', '_blank')
  expect(opened.location.replace).toHaveBeenCalledWith(page)
  expect(opened.opener).toBeNull()
  expect(location.assign).not.toHaveBeenCalled()
})

test('a refusal closes the window and is passed on', async () => {
  const refusal = new Error('Invalid amount')

  await expect(openPayment(() => Promise.reject(refusal))).rejects.toBe(refusal)
  expect(opened.close).toHaveBeenCalledOnce()
  expect(opened.location.replace).not.toHaveBeenCalled()
})

test('where no window is given, this one goes there', async () => {
  open.mockReturnValueOnce(null)

  await openPayment(answer(page))

  expect(location.assign).toHaveBeenCalledWith(page)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'http://pay.example', '/relative', ''])(
  'it never goes to "%s"',
  async (uri) => {
    await expect(openPayment(answer(uri))).rejects.toThrow()
    open.mockReturnValueOnce(null)
    await expect(openPayment(answer(uri))).rejects.toThrow()

    expect(opened.location.replace).not.toHaveBeenCalled()
    expect(location.assign).not.toHaveBeenCalled()
  },
)

test('plain http is good enough where our own page is', async () => {
  location.protocol = 'http:'

  await openPayment(answer('http://localhost:4090/pay/1'))

  expect(opened.location.replace).toHaveBeenCalledWith('http://localhost:4090/pay/1')
})

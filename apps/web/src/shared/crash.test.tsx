import { MantineProvider } from '@mantine/core'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Crash } from './crash.tsx'

const render = (error: unknown) =>
  renderToString(
    <MantineProvider>
      <MemoryRouter>
        <Crash error={error} />
      </MemoryRouter>
    </MantineProvider>,
  )
const refusal = (status: number) => ({ status, statusText: 'No', internal: true, data: null })

test.each([404, 405, 400])('the router answers %i with Unexpected Application Error', (status) => {
  const html = render(refusal(status))

  expect(html).toContain('Unexpected Application Error')
  expect(html).toContain(String(status))
})

test('a crash says that an unexpected error has occurred, and nothing of its insides', () => {
  const html = render(new TypeError('secret insides'))

  expect(html).toContain('An unexpected error has occurred..')
  expect(html).not.toContain('secret insides')
})

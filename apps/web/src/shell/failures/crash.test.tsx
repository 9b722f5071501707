import { MantineProvider } from '@mantine/core'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, data, MemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { Crash } from './crash.tsx'
import { PublicCrash } from '../public/public-crash.tsx'
import { PageProvider } from '../page/page-context.tsx'

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

test.each([
  ['an address that no route takes', '/no/such/route', 404],
  ['a request that its route does not take', '/', 405],
  ['a request the router cannot read', '/bad', 400],
])('%s is answered on the screen of the router', async (_case, at, status) => {
  const routes = createMemoryRouter(
    [
      { path: '/', ErrorBoundary: PublicCrash, element: <p>Here</p> },
      {
        path: '/bad',
        ErrorBoundary: PublicCrash,
        loader: () => {
          throw data(null, { status: 400, statusText: 'Bad Request' })
        },
      },
    ],
    { initialEntries: ['/'] },
  )
  const form = new FormData()
  await routes.navigate(at, status === 405 ? { formMethod: 'post', formData: form } : {})
  const html = renderToString(
    <MantineProvider>
      <PageProvider>
        <RouterProvider router={routes} />
      </PageProvider>
    </MantineProvider>,
  )

  expect(html).toContain('<h1>Unexpected Application Error</h1>')
  expect(html).toContain(String(status))
})

test('a crash says that an unexpected error has occurred, and nothing of its insides', () => {
  const html = render(new TypeError('secret insides'))

  expect(html).toContain('An unexpected error has occurred..')
  expect(html).not.toContain('secret insides')
})

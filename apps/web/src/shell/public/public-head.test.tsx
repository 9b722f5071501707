import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { PublicHead } from './public-head.tsx'

const render = (path: string) =>
  renderToString(
    <MemoryRouter initialEntries={[path]}>
      <PublicHead />
    </MemoryRouter>,
  )

test('the landing page is indexed and has a card with an absolute picture', () => {
  const html = render('/')

  expect(html).not.toContain('noindex')
  expect(html).toMatch(/property="og:image" content="https?:\/\/[^"]+\/card\.png"/)
  expect(html).toMatch(/rel="canonical" href="https?:\/\/[^"]+\/"/)
})

test.each(['/login', '/register', '/reset-password', '/login/'])('%s is not indexed', (path) => {
  expect(render(path)).toContain('<meta name="robots" content="noindex"/>')
})

test('a page that does not exist has no card', () => {
  expect(render('/nowhere')).toBe('')
})

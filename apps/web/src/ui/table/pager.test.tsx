import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Pager } from './pager.tsx'

const show = (given: { page: number; pages: number; always?: boolean }) => {
  const page = document.createElement('div')
  page.innerHTML = renderToString(
    <MemoryRouter>
      <Pager label="offers" perPage={4} hrefOf={(page) => `/app/lend/${page}`} {...given} />
    </MemoryRouter>,
  )
  return page
}
const linkOf = (page: Element, text: string) =>
  [...page.querySelectorAll('a')].find((link) => link.textContent?.trim() === text)

test('it says where the reader is and leads to the pages beside it', () => {
  const page = show({ page: 2, pages: 3 })

  expect(page.querySelector('p')?.textContent).toBe('Page 2 of 3, 4 per page')
  expect(linkOf(page, 'Previous')?.getAttribute('href')).toBe('/app/lend/1')
  expect(linkOf(page, 'Next')?.getAttribute('href')).toBe('/app/lend/3')
  expect(page.querySelector('[aria-current="page"]')?.textContent).toBe('2')
})

test('at its ends there is nothing before and nothing after', () => {
  const first = show({ page: 1, pages: 2 })
  const last = show({ page: 2, pages: 2 })

  expect(linkOf(first, 'Previous')).toBeUndefined()
  expect(first.querySelector('[aria-disabled]')?.textContent?.trim()).toBe('Previous')
  expect(last.querySelector('[aria-disabled]')?.textContent?.trim()).toBe('Next')
})

test('a page past the end leads back to the last', () => {
  expect(linkOf(show({ page: 9, pages: 2 }), 'Previous')?.getAttribute('href')).toBe('/app/lend/2')
})

test('a single page has no pager, unless it is to stay', () => {
  expect(show({ page: 1, pages: 1 }).textContent).toBe('')
  expect(show({ page: 1, pages: 0 }).textContent).toBe('')
  expect(show({ page: 1, pages: 1, always: true }).textContent).toContain('Page 1 of 1')
})

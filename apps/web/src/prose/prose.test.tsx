import { renderToStaticMarkup } from 'react-dom/server'
import { MantineProvider } from '@mantine/core'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ProseText } from './prose.tsx'
import { readProse } from './read-prose.server.ts'

const pictures = { late: { width: 1200, height: 500 } }

function show(body: string) {
  const { blocks } = readProse({ body, facts: new Map([['company', 'A & B <i>']]), pictures })
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <MantineProvider env="test">
      <MemoryRouter>
        <ProseText blocks={blocks} />
      </MemoryRouter>
    </MantineProvider>,
  )
  return page
}

test('links lead where they say, and what the server answers itself is no page of the router', () => {
  const page = show('[fees](/fees) [key](/.well-known/security.txt) [us](mailto:a@b.example)')

  expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/fees',
    '/.well-known/security.txt',
    'mailto:a@b.example',
  ])
})

test('a fact is text, whatever stands in it', () => {
  expect(show('{company}').querySelector('p')?.textContent).toBe('A & B <i>')
})

test('a picture is there in both schemes, with its size and its words', () => {
  const images = [...show('![A late loan](picture:late "The line.")').querySelectorAll('img')]

  expect(images.map((image) => image.getAttribute('src'))).toEqual([
    '/help/pictures/late-light.webp',
    '/help/pictures/late-dark.webp',
  ])
  for (const image of images)
    expect([image.alt, image.getAttribute('width'), image.getAttribute('loading')]).toEqual([
      'A late loan',
      '1200',
      'lazy',
    ])
})

test('a cell carries the name of its column, for a phone', () => {
  const page = show('| What | Cost |\n|---|--:|\n| Loan | $0 |')

  expect([...page.querySelectorAll('td')].map((cell) => cell.dataset['column'])).toEqual([
    'What',
    'Cost',
  ])
})

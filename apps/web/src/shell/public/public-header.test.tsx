import { expect, test } from 'vitest'
import { openScreen } from '../../testing/open-screen.tsx'
import { findAll } from '../../testing/page.ts'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'

const open = () =>
  openScreen(
    <>
      <PublicHeader />
      <PublicFooter />
    </>,
  )

test('the bar has the logo and its three links, and Contact Us with no link', async () => {
  await open()
  const header = document.querySelector('header') ?? document.body
  const links = findAll('link', header).map((link) => [link.textContent, link.getAttribute('href')])

  expect(links[0]?.[0]).toContain('Pier')
  expect(links).toEqual([
    [links[0]?.[0], '/'],
    ['Domains', '/domains'],
    ['Login', '/login'],
    ['Register', '/register'],
  ])
  expect(header.querySelector('nav')?.lastElementChild?.outerHTML).toBe('<span>Contact Us</span>')
})

test('the footer has its eight entries, none of them a link', async () => {
  await open()
  const entries = [...document.querySelectorAll('footer li')]

  expect(entries.map(({ innerHTML }) => innerHTML)).toEqual([
    'Contact Us',
    'FAQ',
    'TOS',
    'Law Enforcement',
    'PGP',
    'Manifesto',
    'Source Code',
    'Registrar',
  ])
})

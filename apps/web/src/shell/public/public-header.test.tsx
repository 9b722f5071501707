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

test('the bar has the logo and its links, and ends with Contact Us', async () => {
  await open()
  const header = document.querySelector('header') ?? document.body
  const links = findAll('link', header).map((link) => [link.textContent, link.getAttribute('href')])

  expect(links[0]?.[0]).toContain('Pier')
  expect(links).toEqual([
    [links[0]?.[0], '/'],
    ['Domains', '/domains'],
    ['Numbers', '/numbers'],
    ['Help', '/help'],
    ['Login', '/login'],
    ['Register', '/register'],
    ['Contact Us', '/contact'],
  ])
})

test('the footer has its eight entries first, each with its page', async () => {
  await open()
  const entries = [...document.querySelectorAll('footer li a')]

  expect(entries.slice(0, 8).map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Contact Us', '/contact'],
    ['FAQ', '/help'],
    ['TOS', '/terms'],
    ['Law Enforcement', '/law-enforcement'],
    ['PGP', '/pgp'],
    ['Manifesto', '/manifesto'],
    ['Source Code', '/source'],
    ['Registrar', '/registrar'],
  ])
})

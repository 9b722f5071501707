import { expect, test } from 'vitest'
import { openScreen } from '../../testing/open-screen.tsx'
import { findAll, namesOf } from '../../testing/page.ts'
import { AppSidebar } from './app-sidebar.tsx'

const open = () => openScreen(<AppSidebar />, { path: '/app' })
const groups = () => [...document.querySelectorAll('nav ul')]
const groupOf = (name: string) => {
  const list = groups().find((each) => each.getAttribute('aria-label') === name)
  if (!list) throw new Error(`There is no group ${name}`)
  return list
}
const linksOf = (group: string) =>
  findAll('link', groupOf(group)).map((link) => [link.textContent, link.getAttribute('href')])

test('the sidebar has its five groups in their order', async () => {
  await open()
  const order = ['Domains', 'Borrow', 'Lend', 'Payment', 'Account']

  expect(groups().map((list) => list.getAttribute('aria-label'))).toEqual(order)
  expect([...document.querySelectorAll('nav p')].map((title) => title.textContent)).toEqual(order)
})

test('each group of the sidebar leads to its screens', async () => {
  await open()

  expect(linksOf('Domains')).toEqual([
    ['Dashboard', '/app'],
    ['My Domains', '/app/my-domains'],
  ])
  expect(linksOf('Borrow')).toEqual([['My Loans', '/app/borrow']])
  expect(linksOf('Lend').slice(0, 2)).toEqual([
    ['My Loans', '/app/lend'],
    ['Domain Listings', '/app/listings'],
  ])
  expect(linksOf('Payment')).toEqual([
    ['Transactions', '/app/transactions'],
    ['Add Balance', '/app/add-balance'],
  ])
  expect(linksOf('Account')).toEqual([
    ['Settings', '/app/settings'],
    ['Help', '/help'],
  ])
  expect(namesOf('button', groupOf('Account'))).toEqual(['Log Out'])
})

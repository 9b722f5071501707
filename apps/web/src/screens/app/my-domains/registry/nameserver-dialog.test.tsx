import { expect, test } from 'vitest'
import type { DomainDetails } from '../../../../api/domains.ts'
import { type Answers, openScreen, refuse } from '../../../../testing/open-screen.tsx'
import { findAll, namesOf, press, type } from '../../../../testing/page.ts'
import { NameserverDialog } from './nameserver-dialog.tsx'

const domain = { id: 'd1', domain: 'brightkeel.com' } as DomainDetails // All that the form reads.
const frame = { close: () => {}, turnTo: () => {}, onConfirming: () => {} }
const now = {
  nameservers: ['ns1.old.example', 'ns2.old.example'],
  is_signed: false,
  changes_left: 9,
  frozen: null,
  changes: [],
}
const open = async (answers: Answers = {}) => {
  const { sent } = await openScreen(<NameserverDialog domain={domain} frame={frame} />, {
    answers: {
      'GET /domains/:id/nameservers': now,
      'POST /domains/:id/editNS': { state: 'done' },
      ...answers,
    },
  })
  return () => sent.filter(({ name }) => name.endsWith('/editNS')).map(({ body }) => body)
}
const banner = () => findAll('status').map(({ textContent }) => textContent)

test('the form asks for two nameservers and sends both', async () => {
  const bodies = await open()
  expect(namesOf('field')).toEqual(['Nameserver 1', 'Nameserver 2'])
  await type('Nameserver 1', 'ns1.new.example')
  await type('Nameserver 2', 'ns2.new.example')
  await press('button', 'Change Nameservers')

  expect(bodies()).toEqual([{ nameservers: ['ns1.new.example', 'ns2.new.example'] }])
  expect(banner()).toEqual(['Nameservers changed successfully'])
})

test('the form checks nothing: what is empty or no name is sent, and the server says so', async () => {
  const bodies = await open({ 'POST /domains/:id/editNS': refuse(422, 'Words of the server') })
  await type('Nameserver 1', 'not a name at all')
  await type('Nameserver 2', '')
  await press('button', 'Change Nameservers')

  expect(bodies()).toEqual([{ nameservers: ['not a name at all', ''] }])
  expect(document.querySelector('form')?.textContent).toContain('Words of the server')
})

test('a change that the registry has yet to take is not called done', async () => {
  await open({ 'POST /domains/:id/editNS': { state: 'waiting' } })
  await press('button', 'Change Nameservers')

  expect(banner()).toEqual(['Sent to the registry. It takes effect within the hour'])
})

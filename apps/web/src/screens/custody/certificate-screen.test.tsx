import { exampleCompany } from '@pier/protocol/company/company-example'
import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { certificatePage, signed } from '../../testing/given/certificate.ts'
import { openRoutes, refuse, settle } from '../../testing/open-screen.tsx'
import { press } from '../../testing/page.ts'
import type { Route } from './+types/certificate-screen'
import CertificateScreen from './certificate-screen.tsx'
import { codeLines } from './code-lines.ts'
import CustodyScreen from './custody-screen.tsx'
import type { Certificate, CertificatePage, Signed } from './registry-facts.ts'

const nowMs = Date.parse('2026-10-15T12:00:00.000Z')

function open(page: CertificatePage | null, answers = {}) {
  // The screen reads nothing else of what the router gives it.
  const props = { loaderData: { page, nowMs } } as Route.ComponentProps
  const screen = { path: 'custody/:code', element: <CertificateScreen {...props} /> }
  const layout = {
    id: 'shell/public/public-layout',
    loader: () => ({ company: exampleCompany }),
    children: [screen, { path: '*', element: null }],
  }
  return openRoutes([layout], { at: '/custody/7F3K-92QD-LM4T', answers })
}

const certified = (change: Partial<Certificate>, more: Partial<Signed> = {}): CertificatePage => ({
  ...certificatePage,
  signed: { ...signed, ...more, certificate: { ...signed.certificate, ...change } },
})
const text = () => document.body.textContent ?? ''
const factOf = (label: string) =>
  [...document.querySelectorAll('dl > div')].find(
    (fact) => fact.querySelector('dt')?.textContent === label,
  )?.textContent

test('it says what we hold, since when, and what the registry showed at which time', async () => {
  await open(certificatePage)

  expect(document.querySelector('h1')?.textContent).toBe('lanternfish.com')
  expect(text()).toContain('for its owner since 30 Jun 2026, 107 days.')
  expect(text()).toContain('The name is locked against transfer.')
  expect(text()).toContain('Read from the registry 14 Oct 2026, 14:06:31 UTC')
  expect(factOf('Registrar')).toContain(exampleCompany.registrarName)
  expect(factOf('Transfer lock')).toBe('Transfer lockOnclientTransferProhibited')
  expect(factOf('Expires')).toBe('Expires12 Apr 2029in 909 days')
  expect(factOf('DS record')).toBe('DS record1 keytag 31912, algorithm 13')
  expect(factOf('Holds and orders')).toContain('None')
})

test('the owner is named by handle only if the certificate has it', async () => {
  await open(certified({ owner_handle: 'tide-4711' }))

  expect(text()).toContain('for tide-4711 since')
  expect(text()).not.toContain('for its owner since')
})

test('a lock that is off, a hold and another registrar are said, not hidden', async () => {
  const registry = signed.certificate.registry && {
    ...signed.certificate.registry,
    with_us: false,
    registrar: 'other-one',
    transfer_locked: false,
  }
  await open(certified({ on_hold: true, registry }))

  expect(text()).toContain('Pier should hold')
  expect(text()).toContain('The registry does not show it with us at the moment.')
  expect(factOf('Registrar')).toContain('other-one')
  expect(factOf('Transfer lock')).toBe('Transfer lockOff')
  expect(factOf('Holds and orders')).toContain('On hold')
})

test('the commands name the real servers, and the DNS only once it has the key', async () => {
  await open(certificatePage)
  expect(text()).toContain('curl https://rdap.registry.example/domain/lanternfish.com')
  expect(text()).toContain('openssl pkeyutl -verify -pubin -inkey key.pem -rawin')
  expect(text()).not.toContain('dig +short')

  await open(certified({}, { is_key_in_dns: true }))
  expect(text()).toContain('dig +short TXT custody-key.pier.example')

  await open(certified({ rdap: null }))
  expect(text()).toContain('This registry has no RDAP server that we know.')
})

test('whoever asks too often for a fresh reading is told so', async () => {
  const { sent } = await open(certificatePage, {
    'POST /custody/:code/check': refuse(429, 'Too many requests. Wait a minute'),
  })

  await press('button', 'Check again now')
  await settle()

  expect(sent.map(({ name, token }) => [name, token])).toEqual([
    ['POST /custody/7F3K-92QD-LM4T/check', null],
  ])
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Too many requests')
})

test('it is printed from the page itself', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await open(certificatePage)

  await press('button', 'Print')

  expect(print).toHaveBeenCalledOnce()
})

test('before it is signed, the page says that it comes', async () => {
  await open({ ...certificatePage, signed: null, is_asked: true })

  expect(document.querySelector('h1')?.textContent).toBe('This certificate is being signed')
  expect(document.querySelector('[download]')).toBeNull()
})

test('signing that takes longer than usual is said, and can be asked for again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await open(
    { ...certificatePage, signed: null, is_asked: true },
    { 'POST /custody/:code/check': null },
  )
  expect(text()).toContain('It appears here in a moment.')

  for (let tries = 0; tries < 21; tries++) await act(() => vi.advanceTimersByTimeAsync(2100))
  expect(text()).toContain('It takes longer than usual.')
  expect(document.querySelector('[aria-busy="true"]')).toBeNull()

  await press('button', 'Check again now')
  expect(text()).toContain('It appears here in a moment.')
})

test.each([
  ['lanternfish.com', 'passport'],
  ['oldlighthouse.org', 'hero'],
  ['xn--bcherhafen-9db.de', 'passport'],
])('the name %s stands on one line, in the size %s', async (domain, size) => {
  await open(certified({ domain }))

  expect(document.querySelector('h1 [data-size]')?.getAttribute('data-size')).toBe(size)
})

test('an unknown code has its own words and a field for the right one', async () => {
  await open(null)

  expect(document.querySelector('h1')?.textContent).toBe('No certificate')
  expect(document.querySelector('input[name=code]')).not.toBeNull()
})

test.each([
  ['7f3k92qdlm4t', '/custody/7F3K-92QD-LM4T'],
  ['https://pier.example/custody/7F3K-92QD-LM4T/', '/custody/7F3K-92QD-LM4T'],
  ['not a code', '/'],
])('typed %s, the field leads to %s', async (typed, path) => {
  const opened = await openRoutes([
    { path: '/', element: <CustodyScreen /> },
    { path: '*', element: null },
  ])
  const input = document.querySelector<HTMLInputElement>('input[name=code]')
  if (input) input.value = typed

  await press('button', 'Check the code')

  expect(opened.path()).toBe(path)
  if (path === '/') expect(text()).toContain('A code has twelve letters and digits')
})

test('the two lines at its foot hold the whole of it', () => {
  expect(codeLines(signed)).toEqual([
    'PC<COM<LANTERNFISH<<<<<<20260630<20290412<<LOCKED<<20261014T1406Z',
    '7F3K92QDLM4T<<SHA256<C07B9F41D2E85A36<<ED25519<5C1F90AE<<',
  ])
})

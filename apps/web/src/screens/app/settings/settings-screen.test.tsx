import { expect, test } from 'vitest'
import { self } from '../../../testing/answers.ts'
import { type Answers, openScreen, refuse } from '../../../testing/open-screen.tsx'
import { findAll, getNamed, namesOf, press, type } from '../../../testing/page.ts'
import SettingsScreen from './settings-screen.tsx'

const open = async (answers: Answers = {}) => {
  const { sent } = await openScreen(<SettingsScreen />, {
    answers: { 'GET /users/self': self, 'POST /users/profile': null, ...answers },
  })
  return { saves: () => sent.filter(({ name }) => name === 'POST /users/profile') }
}
const profileFields =
  'curPassword newPassword address1 address2 city zip country contract pfp'.split(' ')

test('the legal address has five fields, in their order, and its button', async () => {
  const { saves } = await open()
  const panel = document.querySelector('#legal-address') ?? document.body
  expect(namesOf('field', panel)).toEqual([
    'Address',
    'Address (line 2) (optional)',
    'City',
    'Postal/Zip Code',
    'Country',
  ])
  expect(namesOf('button', panel)).toEqual(['Update Legal Address'])

  await type('Address', 'Kungsgatan 1')
  await type('Address (line 2) (optional)', '')
  await type('City', 'Malmö')
  await type('Postal/Zip Code', '211 49')
  await press('button', 'Update Legal Address')

  expect(saves()[0]?.body).toMatchObject({
    address1: 'Kungsgatan 1',
    address2: '',
    city: 'Malmö',
    zip: '211 49',
    country: 'Sweden',
  })
})

test('each of the three buttons sends the nine fields of a profile, and says Profile saved', async () => {
  const { saves } = await open()
  for (const name of ['Save Changes', 'Set Lending Contract', 'Update Legal Address']) {
    await press('button', name)
    expect(findAll('status').map(({ textContent }) => textContent)).toEqual(['Profile saved'])
    await press('button', 'Dismiss')
  }

  const bodies = saves().map(({ body }) => body as Record<string, unknown>)
  expect(bodies).toHaveLength(3)
  for (const body of bodies) expect(Object.keys(body).toSorted()).toEqual(profileFields.toSorted())
  expect(bodies[0]).toMatchObject({ curPassword: '', newPassword: '', contract: 0, pfp: null })
})

test('a typed password goes with the profile, current and new', async () => {
  const { saves } = await open()
  await type('Current password', 'seven quiet herons')
  await type('New password', 'nine patient lanterns')
  await press('button', 'Save Changes')

  expect(saves()[0]?.body).toMatchObject({
    curPassword: 'seven quiet herons',
    newPassword: 'nine patient lanterns',
  })
})

test('a save that fails shows the words of the server in the red banner', async () => {
  await open({ 'POST /users/profile': refuse(409, 'Words of the server') })
  await press('button', 'Save Changes')

  const banner = document.querySelector('[data-kind]')
  expect(banner?.getAttribute('data-kind')).toBe('error')
  expect(banner?.getAttribute('role')).toBe('alert')
  expect(banner?.textContent).toBe('Words of the server')
})

test('a save that is taken shows the green banner', async () => {
  await open()
  await press('button', 'Save Changes')

  const banner = document.querySelector('[data-kind]')
  expect(banner?.getAttribute('data-kind')).toBe('success')
  expect(banner?.textContent).toBe('Profile saved')
})

test('the contract dropdown has its two options, each with the preview of its PDF', async () => {
  const { saves } = await open()
  const contract = getNamed('field', 'Contract') as HTMLSelectElement
  expect([...contract.options].map(({ value, text }) => [value, text])).toEqual([
    ['0', 'Standard Agreement (Bank Transfer)'],
    ['1', 'Standard Agreement (Cryptocurrency)'],
  ])
  const preview = (name: string) =>
    getNamed('button', `Preview of ${name}.pdf`).querySelector('img')?.getAttribute('src')
  expect(preview('default')).toBe('/contracts/default-1.png')
  expect(getNamed('link', /^Open default\.pdf/).getAttribute('href')).toBe('/contracts/default.pdf')

  await type('Contract', '1')

  expect(preview('crypto')).toBe('/contracts/crypto-1.png')
  expect(getNamed('link', /^Open crypto\.pdf/).getAttribute('href')).toBe('/contracts/crypto.pdf')
  await press('button', 'Set Lending Contract')
  expect(saves()[0]?.body).toMatchObject({ contract: 1 })
})

test('the name and the email stand there to be read only', async () => {
  await open()

  for (const [label, value] of [
    ['Name', self.name],
    ['Email', self.email],
  ] as const) {
    const field = getNamed('field', label) as HTMLInputElement
    expect([field.value, field.readOnly]).toEqual([value, true])
  }
})

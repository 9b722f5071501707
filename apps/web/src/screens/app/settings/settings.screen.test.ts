import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refusal } from '../../../testing/screen/fake-server.ts'
import { banner, expectTexts } from '../../../testing/screen/browser/locators.ts'
import { openSettings } from '../../../testing/screen/pages/settings-page.ts'
import { testOnBoth } from '../../../testing/screen/browser/sizes.ts'

const field = (label: string | RegExp) => page.getByLabelText(label, { exact: true })
const button = (name: string) => page.getByRole('button', { name })

// Must be first in this file: a cached picture is not requested again.
test('the previews of the contracts come from our own origin and from nobody else', async () => {
  const loaded = listenToLoading()
  await openSettings()
  await button('Preview of default.pdf').click()
  await expect.element(page.getByRole('img', { name: /^Page 1 of/ })).toBeVisible()
  await expect.poll(() => [...document.images].every(({ complete }) => complete)).toBe(true)

  await expect.poll(() => loaded).toContain(`${location.origin}/contracts/default-1.png`)
  const hosts = new Set(loaded.map((address) => new URL(address).host))
  expect([...hosts]).toEqual([location.host])
})

/** Everything the page loads from here on, pictures included. */
function listenToLoading(): string[] {
  const loaded: string[] = []
  const observer = new PerformanceObserver((seen) => {
    const addresses = seen.getEntries().map(({ name }) => name)
    loaded.push(...addresses.filter((address) => address.startsWith('http')))
  })
  observer.observe({ type: 'resource' })
  onTestFinished(() => observer.disconnect())
  return loaded
}

testOnBoth('the legal address is saved and is there after a reload', async () => {
  const app = await openSettings()
  await field('Address').fill('Skeppsbron 14')
  await field(/^Address \(line 2\)/).fill('Third floor')
  await field('City').fill('Göteborg')
  await field('Postal/Zip Code').fill('411 21')
  await button('Update Legal Address').click()
  await expect.element(banner('Profile saved')).toBeVisible()

  await app.open()

  await expect.element(field('Address')).toHaveValue('Skeppsbron 14')
  await expect.element(field('City')).toHaveValue('Göteborg')
})

testOnBoth('the lending contract has two options, each with its PDF, and is kept', async () => {
  const app = await openSettings()
  const contract = field('Contract')
  await expectTexts(contract.getByRole('option'), [
    'Standard Agreement (Bank Transfer)',
    'Standard Agreement (Cryptocurrency)',
  ])
  await expect.element(contract).toHaveValue('0')
  await expectPdf('default')
  await contract.selectOptions('1')
  await expectPdf('crypto')
  await button('Set Lending Contract').click()
  await expect.element(banner('Profile saved')).toBeVisible()

  await app.open()

  await expect.element(contract).toHaveValue('1')
})

async function expectPdf(name: string) {
  const link = page.getByRole('link', { name: new RegExp(`Open ${name}.pdf, \\d+ pages`) })
  await expect.element(link).toHaveAttribute('target', '_blank')
  const reply = await fetch(link.element().getAttribute('href') ?? '')
  expect(reply.headers.get('content-type')).toBe('application/pdf')
  expect((await reply.text()).slice(0, 5)).toBe('%PDF-')
  await expect.element(button(`Preview of ${name}.pdf`)).toBeVisible()
}

test('every button saves the same whole profile', async () => {
  const { saves } = await openSettings()
  await field('Current password').fill('seven quiet herons')
  await field('New password').fill('nine patient lanterns')
  for (const name of ['Save Changes', 'Set Lending Contract', 'Update Legal Address']) {
    await button(name).click()
    await expect.element(banner('Profile saved')).toBeVisible()
    await button('Dismiss').click()
  }

  const address = ['address1', 'address2', 'city', 'zip', 'country']
  const fields = ['curPassword', 'newPassword', ...address, 'contract', 'pfp']
  expect(saves).toHaveLength(3)
  for (const save of saves) expect(Object.keys(save).toSorted()).toEqual(fields.toSorted())
  expect(saves[0]).toMatchObject({ curPassword: 'seven quiet herons', pfp: null })
  expect(saves[1]).toMatchObject({ curPassword: '', newPassword: '' })
})

test('the answer of a save is ignored: the page shows a banner and loads the profile again', async () => {
  const { asked } = await openSettings({
    answers: {
      'POST /users/profile': Response.json({
        name: 'Somebody Else',
        pfp: 'nonsense',
        message: 'not for reading',
      }),
    },
  })
  await field('City').fill('Göteborg')
  await button('Update Legal Address').click()

  await expect.element(banner('Profile saved')).toBeVisible()
  const afterwards = () => asked.slice(asked.indexOf('POST /users/profile'))
  await expect.poll(afterwards).toContain('GET /users/self')
  await expect.element(field('City'), { message: 'as the server has it' }).toHaveValue('')
  await expect.element(field('Name')).toHaveValue('Mara Lindqvist')
  await expect.element(page.getByText('not for reading')).not.toBeInTheDocument()
})

test('a wrong current password is said in the red banner', async () => {
  const message = 'Current password is wrong'
  const wrong = refusal(422, 'password_wrong', message, { field: 'curPassword' })
  await openSettings({ answers: { 'POST /users/profile': wrong } })
  await field('Current password').fill('not the password')
  await field('New password').fill('nine patient lanterns')
  await button('Save Changes').click()

  await expect.element(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
})

test('name and email cannot be edited', async () => {
  await openSettings()

  await expect.element(field('Name')).toHaveAttribute('readonly', '')
  await expect.element(field('Email')).toHaveAttribute('readonly', '')
})

testOnBoth(
  'the mail of a kind can be turned off, but not that of payments, defaults and safety',
  async () => {
    const app = await openSettings()
    const offers = page.getByRole('switch', { name: /Offers on your domains/ })
    ;(await offers.findElement()).focus()
    await userEvent.keyboard(' ')
    await expect
      .poll(() => app.sent)
      .toEqual([{ call: 'POST /notifications/preferences', body: { mail: { offers: false } } }])
    await app.open()

    await expect.element(offers).not.toBeChecked()
    for (const name of [/Payments claimed/, /Defaults and disputes/, /Account security/]) {
      await expect.element(page.getByRole('switch', { name })).toBeChecked()
    }
  },
)

test('what did not load shows the reference of the call, and it can be selected', async () => {
  const reference = crypto.randomUUID()
  await openSettings({
    answers: {
      'GET /users/sessions': Response.json(
        { code: 'unexpected', message: 'An unexpected error has occurred..' },
        { status: 500, headers: { 'x-request-id': reference } },
      ),
    },
  })

  const alert = page.getByCSS('#sessions').getByRole('alert')
  await expect.element(alert).toMatchTextContent(`Reference ${reference}`)
  await alert.getByText(reference).dblClick()
  expect(getSelection()?.toString()).not.toBe('')
})

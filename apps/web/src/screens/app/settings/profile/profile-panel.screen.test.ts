import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { chooseFile } from '../../../../testing/screen/files/files.ts'
import { banner, dialog } from '../../../../testing/screen/browser/locators.ts'
import {
  noisyPicture,
  plainPicture,
  sizeOf,
  smallGif,
} from '../../../../testing/screen/files/pictures.ts'
import { openSettings } from '../../../../testing/screen/pages/settings-page.ts'

const field = () => page.getByCSS('input[type=file]')
const fileOf = (content: BlobPart, name: string, type: string) =>
  new File([content], name, { type })

/** Drops a file onto the field, as if dragged in from outside. */
async function drop(file: File) {
  const label = (await field().findElement()).closest('label')
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  for (const name of ['dragenter', 'dragover', 'drop'])
    label?.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }))
}

async function cropAndSave() {
  const crop = page.getByRole('dialog', { name: 'Crop the picture' })
  await crop.getByRole('button', { name: 'Save picture' }).click()
  await expect.element(banner('Profile saved')).toBeVisible()
  await expect.element(page.getByCSS('#profile img[src^="data:image/webp"]')).toBeVisible()
}

for (const [type, name] of [
  ['image/jpeg', 'harbour.jpg'],
  ['image/png', 'harbour.png'],
  ['image/gif', 'harbour.gif'],
] as const) {
  test(`a dropped ${name} goes to the crop and is saved`, async () => {
    const { saves } = await openSettings()
    const picture = type === 'image/gif' ? smallGif : await plainPicture(8, 8, type)
    expect(picture.type).toBe(type)
    await drop(fileOf(picture, name, type))

    await cropAndSave()
    expect(await sizeOf(saves[0]?.pfp)).toEqual([400, 400])
  })
}

test('a picture of twelve megabytes is taken, and only its crop is sent', async () => {
  const { saves } = await openSettings()
  const large = fileOf(await noisyPicture(2000, 2000), 'harbour.png', 'image/png')
  expect(large.size).toBeGreaterThan(12_000_000)
  await chooseFile(field(), large)

  await cropAndSave()
  expect(await sizeOf(saves[0]?.pfp)).toEqual([400, 400])
  expect(saves[0]?.pfp?.length).toBeLessThan(1_000_000)
})

for (const file of [
  fileOf('hello', 'notes.txt', 'text/plain'),
  fileOf('RIFF', 'harbour.webp', 'image/webp'),
  fileOf('<svg/>', 'mark.svg', 'image/svg+xml'),
  fileOf('hello', 'only-says-so.png', 'image/png'),
]) {
  test(`what is no JPEG, PNG or GIF is refused in words: ${file.name}`, async () => {
    const app = await openSettings()
    const words = page.getByCSS('#profile').getByText('Use a JPEG, PNG or GIF picture')
    await chooseFile(field(), file)
    await expect.element(words).toBeVisible()
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
    await app.open()
    await expect.element(words).not.toBeInTheDocument()
    await drop(file)

    await expect.element(words).toBeVisible()
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(app.saves).toEqual([])
  })
}

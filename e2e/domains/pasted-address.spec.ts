import { expect, open, test } from '../steps/journey.ts'

test('a pasted address is looked for by its name, and the field says which', async ({ page }) => {
  await open(page, '/domains')

  await page.getByLabel('Search').fill('https://www.brightkeel.com/about')
  await expect(page).toHaveURL('/domains?search=brightkeel.com')
  await expect(page.getByLabel('Search')).toHaveValue('brightkeel.com')
})

import { expect, test, vi } from 'vitest'
import { fitWithin, openPicture } from './open-picture.ts'

test.each(['image/webp', 'image/svg+xml', 'application/pdf', ''])(
  'a file of type %j is refused',
  async (type) => {
    const decode = vi.fn<typeof createImageBitmap>().mockRejectedValue(new Error('It was read'))
    vi.stubGlobal('createImageBitmap', decode)
    const file = new File(['x'], 'x', { type })

    await expect(openPicture(file)).rejects.toThrow('Use a JPEG, PNG or GIF picture')
    expect(decode).not.toHaveBeenCalled() // The browser could read some of these.
    vi.unstubAllGlobals()
  },
)

test.each([
  [
    { width: 6000, height: 4000 },
    { width: 1600, height: 1067 },
  ],
  [
    { width: 4000, height: 6000 },
    { width: 1067, height: 1600 },
  ],
  [
    { width: 300, height: 200 },
    { width: 300, height: 200 },
  ],
  [
    { width: 9000, height: 1 },
    { width: 1600, height: 1 },
  ],
])('%o is made %o', (size, smaller) => {
  expect(fitWithin(size, 1600)).toEqual(smaller)
})

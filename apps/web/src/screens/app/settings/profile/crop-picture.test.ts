import { afterEach, expect, test, vi } from 'vitest'
import { styleOf } from '../../../../testing/styles.ts'
import { cropPicture } from './crop-picture.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the chosen part is drawn 400 by 400, and shown in a circle of radius 200', async () => {
  const drawImage = vi.fn<(...drawn: unknown[]) => void>()
  vi.stubGlobal(
    'Image',
    class {
      decode = async () => {}
    },
  )
  const canvas = Object.assign(document.createElement('canvas'), {
    getContext: () => ({ drawImage }),
    toDataURL: () => 'data:image/png;base64,AA==',
  })
  vi.spyOn(document, 'createElement').mockReturnValue(canvas)

  await cropPicture('blob:picture', { x: 10, y: 20, width: 600, height: 600 })

  expect([canvas.width, canvas.height]).toEqual([400, 400])
  expect(drawImage.mock.calls[0]?.slice(1)).toEqual([10, 20, 600, 600, 0, 0, 400, 400])
  expect(styleOf('ui/display/avatar.module.css', '.picture')['border-radius'], 'of 400').toBe('50%')
})

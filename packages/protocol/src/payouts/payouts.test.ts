import { expect, test } from 'vitest'
import { isPayoutAddress } from './payouts.ts'

test.each([
  ['Bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', true],
  ['Bitcoin', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', true],
  ['Ethereum', '0x52908400098527886E0F7030069857D2E4169EE7', true],
  ['USDT on Tron', 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf', true],
  ['Ethereum', 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf', false],
  ['USDT on Tron', '0x52908400098527886E0F7030069857D2E4169EE7', false],
  ['Bitcoin', '0x52908400098527886E0F7030069857D2E4169EE7', false],
  ['Dogecoin', 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD', false],
  ['constructor', 'anything', false],
  ['Ethereum', '', false],
])('on %s, %s is a valid address: %j', (network, address, isOne) => {
  expect(isPayoutAddress(network, address)).toBe(isOne)
})

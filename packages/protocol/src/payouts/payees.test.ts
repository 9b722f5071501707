import { expect, test } from 'vitest'
import {
  faultOfPayee,
  hintOfPayee,
  isIban,
  isRoutingNumber,
  linesOfPayee,
  payeeCoins,
  tidyPayee,
} from './payees.ts'

const iban = 'SE4550000000058398257466'
const bank = { rail: 0, account: iban, bank: 'SEB' } as const
const faultOf = (more: object) => faultOfPayee(tidyPayee({ ...bank, ...more }))?.field ?? null

test.each([
  'SE4550000000058398257466',
  'GB82WEST12345698765432',
  'NO9386011117947',
  'DE89370400440532013000',
])('%s is an IBAN', (text) => expect(isIban(text)).toBe(true))

test('an IBAN with one wrong digit or two swapped digits is refused', () => {
  for (let at = 2; at < iban.length; at++) {
    const wrong = iban.slice(0, at) + ((Number(iban[at]) + 1) % 10) + iban.slice(at + 1)
    expect(isIban(wrong), wrong).toBe(false)
  }
  expect(isIban('SE4550000000058398257646')).toBe(false)
  expect(isIban('SE45')).toBe(false)
})

test('a routing number has its checksum', () => {
  expect(['021000021', '011401533', '091000019'].map(isRoutingNumber)).toEqual([true, true, true])
  expect(['021000022', '02100002', '000000000', '02100002a'].map(isRoutingNumber)).not.toContain(
    true,
  )
})

test('spaces and small letters are no mistake', () => {
  const typed = { ...bank, account: 'se45 5000 0000 0583 9825 7466', bic: ' essesess ' }
  expect(tidyPayee(typed)).toEqual({ ...bank, bic: 'ESSESESS' })
  expect(faultOfPayee(tidyPayee(typed))).toBeNull()
})

test('what an account has to have', () => {
  expect(faultOf({ account: 'SE4550000000058398257467' })).toBe('account')
  expect(faultOf({ account: '12' })).toBe('account')
  expect(faultOf({ account: '٣٤٥٦٧٨٩' })).toBe('account')
  expect(faultOf({ bank: '' })).toBe('bank')
  expect(faultOf({ bic: 'ABC' })).toBe('bic')
  expect(faultOf({ account: '12345678' })).toBe('routing')
  expect(faultOf({ account: '12345678', routing: '021000022' })).toBe('routing')
  expect(faultOf({ account: '12345678', routing: '021000021' })).toBeNull()
})

test.each(['\u200f', '\u200e', '\u202e', '\u2066', '\u0000', '\u200b', '\u00ad', '\n'])(
  'the hidden mark %j has no place in the name of a bank',
  (mark) => expect(faultOf({ bank: `Nor${mark}dea` })).toBe('bank'),
)

test('a coin has its network and an address of it', () => {
  const tron = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'
  const at = (more: object) =>
    faultOfPayee({ rail: 1, asset: 'USDT', network: 'Tron', address: tron, ...more })?.field ?? null
  expect(at({})).toBeNull()
  expect(at({ network: 'Ethereum' })).toBe('address')
  expect(at({ network: 'Dogecoin' })).toBe('network')
  expect(at({ asset: 'BTC' })).toBe('network')
  expect(at({ address: `${tron}\u200f` })).toBe('address')
  expect(payeeCoins.length).toBe(5)
})

test('the payer sees the account in groups of four, the owner sees it masked', () => {
  expect(linesOfPayee(bank)).toEqual([
    { label: 'IBAN', value: 'SE45 5000 0000 0583 9825 7466' },
    { label: 'Bank', value: 'SEB' },
  ])
  expect(hintOfPayee(bank)).toBe('SE•• •••• •••• •••• •••• 7466')
  expect(hintOfPayee({ ...bank, account: '12345678' })).toBe('•••• 5678')
  expect(hintOfPayee({ ...bank, account: '1234' })).toBe('••••')
})

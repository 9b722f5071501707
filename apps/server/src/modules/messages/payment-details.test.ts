import { expect, test } from 'vitest'
import { hasPaymentDetails } from './payment-details.ts'

test.each([
  'Pay to DE89 3704 0044 0532 0130 00 please',
  'de89370400440532013000',
  'GB29-NWBK-6016-1331-9268-19',
  'IBAN: MT84 MALT 0110 0001 2345 MTLC AST0 01S.',
  'Ｄ Ｅ８９ ... ＤＥ８９３７０４００４４０５３２０１３０００',
  'DE89\u200B3704\u200B0044\u200B0532\u200B0130\u200B00',
  'account 12-34-56 12345678',
  'Routing 021000021',
  'Kto. Nr. 648 489',
  'send it to 4111 1111 1111 1111',
  'Chase CHASUS33, 1234567',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  'use 0x52908400098527886E0F7030069857D2E4169EE7 from now on',
  'USDT: TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  'حساب ٠٢١٠٠٠٠٢١١٢٣٤',
  '१२३४५६७८९०१२',
  'DE٨٩٣٧٠٤٠٠٤٤٠٥٣٢٠١٣٠٠٠',
  '4111_1111_1111_1111',
  '4111\n1111\n1111\n1111',
  '4 1 1 1 — 1 1 1 1 — 1 1 1 1',
])('held back: %s', (text) => {
  expect(hasPaymentDetails(text)).toBe(true)
})

test.each([
  'Sent on 2026-11-15 12:30:00, it should be there by 18.11.2026',
  'Call me at +44 7700 900123 or +1 (555) 010-9999',
  'The amount was $1,250,000.00 and not 1 000 000 000 USD',
  'The transaction is 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
  'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16 has six confirmations',
  'Tracking id eb6305c9-1117-4491-1234-123456789012',
  'Reference LN-7F3K22-IN, value date 3/7/2026',
  'It is 20 percent of the whole thing, as in 2024 2025 2026',
  'PAYMENTS are late. DOMAINUSE is what it is about, since 150000 were agreed',
  'Shall we extend by 30 days at 12.5 %?',
  'AT 20 dollars a day this is fine with me and with everybody else here',
  '',
])('left alone: %s', (text) => {
  expect(hasPaymentDetails(text)).toBe(false)
})

test('a text made to be slow is read at once', () => {
  const texts = ['1 '.repeat(2000), 'DE89'.repeat(1000), '0x'.repeat(2000), 'A'.repeat(4000)]
  const startedAt = performance.now()
  for (const text of texts) hasPaymentDetails(text)
  expect(performance.now() - startedAt).toBeLessThan(500)
})

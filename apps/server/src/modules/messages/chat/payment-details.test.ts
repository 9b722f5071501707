import { expect, test } from 'vitest'
import { cpuMsOf } from '../../../../test/measure.ts'
import { endsPaymentDetails, hasPaymentDetails } from './payment-details.ts'

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
  'D E 8 9 3 7 0 4 0 0 4 4 0 5 3 2 0 1 3 0 0 0',
  'M-T-8-4-M-A-L-T-0-1-1-0-0-0-0-1-2-3-4-5-M-T-L-C-A-S-T-0-0-1-S',
  'M / T / 8 / 4 / M / A / L / T / 0 / 1 / 1 / 0 / 0 / 0 / 0 / 1 / 2 / 3 / 4 / 5 / MTLCAST001S',
  'IBANNL91ABNA0417164300',
  'It is KW81 CBKU 0000 0000 0000 1234 5601 01, thanks',
  'use 1A1zP 1eP5Q Gefi2 DMPTf TL5SL mv7Di vfNa instead',
  '1A1z-P1eP-5QGe-fi2D-MPTf-TL5S-Lmv7-Divf-Na',
  '1 A 1 z P 1 e P 5 Q G e f i 2 D M P T f T L 5 S L m v 7 D i v f N a',
  '3J98 t1Wp EZ73 CNmQ viec rnyi Wrnq RhWN Ly',
  'TJRa bPrw bZy4 5sba vfcj inPJ C18k jpRT v8',
  'bc1q ar0s rrr7 xfkv y5l6 43ly dnw9 re59 gtzz wf5m dq',
  'BC1Q-W508-D6QE-JXTD-G4Y5-R3ZA-RVAR-Y0C5-XW7K-V8F3-T4',
  'b c 1 p 0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  '0x5290-8400-0985-2788-6E0F-7030-0698-57D2-E416-9EE7',
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
  'I was in 3 places that day, and The two of us met at 1 Harbour Street as planned',
  'Terms: 3 months at 12 %, 1 payment. Then we see, as my bank says, by Friday or Monday at the very latest',
  '1 thing more: the wire went out at noon, my bank says that it takes 2-3 days, so Thursday it is',
  'Is it 24 or 25 days? We said 60 days, then 90, and in 2027 another 30 days on top of that',
  'That would be my 3rd extension. Two were short, this one runs 45 days, and 2 reminders came',
  'The nameservers are ns1.fairwater-dns.example and ns2.fairwater-dns.example since 4 May',
  'bc1 is how such addresses begin, I know; I do not send one here',
  '',
])('left alone: %s', (text) => {
  expect(hasPaymentDetails(text)).toBe(false)
})

test.each(['1 ', 'DE89', '0x', 'A', 'T ', 'D E 8 9 ', 'bc1q', 'z9 ', 'bc1 q ', '0-x-', 'b '])(
  'a text made to be slow is read at once: %s, again and again',
  async (part) => {
    const text = part.repeat(4000 / part.length)
    expect(await cpuMsOf(() => hasPaymentDetails(text))).toBeLessThan(500)
  },
)

test.each(['a ', 'z1 ', 'zz ', 'A D 1 1 ', '1A ', 'USD 1', '111 '])(
  'messages made to be slow together are read at once: %s, again and again',
  async (part) => {
    const text = part.repeat(4000 / part.length)
    const before = Array<string>(5).fill(text)
    expect(await cpuMsOf(() => endsPaymentDetails(before, text))).toBeLessThan(400)
  },
)

test.each([
  [['New bank! DE89 3704 0044', '0532 0130 00']],
  [['0x52908400098527886E0F7030', '069857D2E4169EE7']],
  [['TXYZopYRdj2D9XRtbG411', 'XZZ3kM5VkAeBf']],
  [['Account 12345', '67891']],
  [['4111 1111', 'hm', '1111 1111', '2345']],
  [['Dear lender, '.repeat(300) + 'DE89 3704 0044', '0532 0130 00' + ' thank you'.repeat(300)]],
  [['b-c-1-q-a-r-0-s-r-r-r-7-x-f-k-v-y-5-l-6-4-3-l-y-d-n-w', '9-r-e-5-9-g-t-z-z-w-f-5-m-d-q']],
])('what is cut over messages is put together: %j', (pieces) => {
  expect(endsPaymentDetails(pieces.slice(0, -1), pieces.at(-1) ?? '')).toBe(true)
})

test.each([
  [['2500', '3000', '2750']],
  [['I can do 12500', '12000 is better for me']],
  [['2026', '15000']],
  [['Paid on 2026-10-14', 'at 15:30']],
  [['My flat is 1204', 'and the code 5511']],
])('what people bargain and talk about stays: %j', (pieces) => {
  expect(endsPaymentDetails(pieces.slice(0, -1), pieces.at(-1) ?? '')).toBe(false)
})

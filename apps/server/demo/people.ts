/** The people of the demo world. All of them are invented. */
export const demoPassword = 'quiet demo harbour'

export type Person = {
  name: string
  email: string
  note: string
  joinedDaysAgo: 90 | 21
  address: { address1: string; city: string; zip: string; country: string }
  contract: 0 | 1
  /** Where they are paid: specimen accounts as banks print them, and addresses nobody owns. */
  bank?: { account: string; bank: string; bic: string }
  coins?: string
  isVerified?: boolean
  hasPicture?: boolean
}

export const people: Person[] = [
  {
    name: 'Mara Lindqvist',
    email: 'mara@demo.example',
    note: 'borrows and lends; has domains in every state',
    joinedDaysAgo: 90,
    address: { address1: 'Skeppsbron 14', city: 'Göteborg', zip: '411 21', country: 'Sweden' },
    contract: 0,
    bank: { account: 'SE4550000000058398257466', bank: 'Skandinaviska Enskilda', bic: 'ESSESESS' },
    coins: '0x000000000000000000000000000000de30000001',
    hasPicture: true,
  },
  {
    name: 'Wen Adeyemi',
    email: 'wen@demo.example',
    note: 'lends by bank transfer; is late with two loans, has a domain that is to leave',
    joinedDaysAgo: 90,
    address: {
      address1: '8 Marsh Lane',
      city: 'Bristol',
      zip: 'BS1 4QA',
      country: 'United Kingdom',
    },
    contract: 0,
    bank: { account: 'GB29NWBK60161331926819', bank: 'NatWest', bic: 'NWBKGB2L' },
    coins: '0x000000000000000000000000000000de30000002',
  },
  {
    name: 'Tomás Navarro',
    email: 'tomas@demo.example',
    note: 'lends in cryptocurrency; was given a domain for a debt',
    joinedDaysAgo: 90,
    address: { address1: 'Calle del Faro 3', city: 'Cádiz', zip: '11001', country: 'Spain' },
    contract: 1,
    bank: { account: 'ES9121000418450200051332', bank: 'CaixaBank', bic: 'CAIXESBB' },
    coins: '0x000000000000000000000000000000de30000003',
  },
  {
    name: 'Signe Halvorsen',
    email: 'signe@demo.example',
    note: 'has most of the listed domains; borrows and lends, disputes one loan',
    joinedDaysAgo: 90,
    address: { address1: 'Bryggen 9', city: 'Bergen', zip: '5003', country: 'Norway' },
    contract: 0,
    bank: { account: 'NO9386011117947', bank: 'DNB', bic: 'DNBANOKK' },
    coins: '0x000000000000000000000000000000de30000004',
  },
  {
    name: 'Ada Brandt',
    email: 'ada@demo.example',
    note: 'borrows; has two-step login on, the secret is printed below',
    joinedDaysAgo: 90,
    address: { address1: 'Deichstrasse 27', city: 'Hamburg', zip: '20459', country: 'Germany' },
    contract: 0,
    bank: { account: 'DE89370400440532013000', bank: 'Commerzbank', bic: 'COBADEFF' },
    coins: '0x000000000000000000000000000000de30000005',
  },
  {
    name: 'Noor Haddad',
    email: 'noor@demo.example',
    note: 'has not verified the address yet',
    joinedDaysAgo: 21,
    address: { address1: '', city: '', zip: '', country: '' },
    contract: 0,
    isVerified: false,
  },
  {
    name: 'Ilya Koskinen',
    email: 'ilya@demo.example',
    note: 'asked for deletion, may still change his mind',
    joinedDaysAgo: 21,
    address: { address1: 'Rantakatu 5', city: 'Turku', zip: '20100', country: 'Finland' },
    contract: 0,
  },
]

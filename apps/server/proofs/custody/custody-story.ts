/** One domain goes into custody and out again, through the real product. */
import { invariant } from '../../src/platform/app-error.ts'
import { type House, type Person, until } from './custody-house.ts'

type Domain = { status: string; transfer_out: { state: string } | null }
type Added = { id: string; verificationRecord: string; verificationHost: string }

/** Returns the code that we made, because it must not be found anywhere afterwards. */
export async function tellStory(house: House, say: (text: string) => void): Promise<string> {
  const { other } = house.world
  const name = 'harbour-light.com'
  await other.addNames([{ name }, { name: 'next-harbour.com' }])
  const owner = await house.register()
  await house.topUp(owner.id, 50_000)

  const id = await prove(house, owner, name)
  say('story: added, TXT by nsupdate, verified')
  await bring(house, owner, { id, name })
  say('story: code of the losing registrar, five days, custody')

  const nameservers = ['ns1.next-harbour.com', 'ns2.next-harbour.com']
  const changed = await owner.get<{ state: string }>('POST', `/domains/${id}/editNS`, {
    nameservers,
  })
  invariant(changed.state === 'done', 'the nameservers are changed')
  const held = other.readName(name)
  invariant(held.nameservers.join() === nameservers.join() && held.isLocked, 'and it stays locked')

  const code = await leave(house, owner, { id, name })
  say('story: nameservers, code out by mail, pulled by the other registrar')
  return code
}

const read = (owner: Person, id: string): Promise<Domain> =>
  owner.get<Domain>('GET', `/domains/${id}`)

async function prove(house: House, owner: Person, name: string): Promise<string> {
  const added = await owner.get<Added>('POST', '/domains/add', { domain: name })
  const { id, verificationHost: host, verificationRecord: value } = added
  await house.world.other.publishTxt(name, { host, value })
  // The first check is after a minute; if a busy machine was too slow for it, others follow.
  const isVerified = async () => {
    if ((await read(owner, id)).status === 'EXTERNAL_VERIFIED') return true
    await house.moveClock(61 / 86_400)
    return false
  }
  await until('the record proves it', isVerified, { everyMs: 2000 })
  return id
}

/** From the first quote until it is in custody. */
export async function bring(
  house: House,
  owner: Person,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { other } = house.world
  const code = other.readName(name).code ?? ''
  await askFor(owner, id, code)
  await until('the registry has it', () => other.readName(name).transfer?.status === 'pending')
  const isRequested = async () => {
    const [transfer] = await house.rows<{ state: string }>(
      'select state from transfers where domain_id = $1',
      [id],
    )
    return transfer?.state === 'requested'
  }
  await until('we know that the registry has it', isRequested)
  await house.moveClock(5.01)
  await owner.logIn()
  await house.poll()
  await until('it is in custody', async () => (await read(owner, id)).status === 'CUSTODY_PAID')
  invariant(other.readName(name).isLocked, 'what is in custody is locked')
}

/** Requests the transfer with a code, after having seen the price. */
export async function askFor(
  owner: Person,
  id: string,
  code: string,
  meanwhile: () => void = () => {},
): Promise<void> {
  let quote = { state: 'asking', quote_id: '', amount: 0 }
  await until('there is a price', async () => {
    quote = await owner.get('POST', `/domains/${id}/quote`, { operation: 'transfer' })
    return quote.state !== 'asking'
  })
  meanwhile()
  const body = { transferCode: code, quote_id: quote.quote_id }
  await owner.get('POST', `/domains/${id}/transfer`, body)
}

async function leave(house: House, owner: Person, { id, name }: { id: string; name: string }) {
  const { other, registry } = house.world
  await house.moveClock(61)
  await owner.logIn()
  await owner.get('POST', `/domains/${id}/transferOut`)
  invariant(other.readName(name).isLocked, 'until the code is out, nothing is unlocked')
  await house.moveClock(20.1 / 24)
  await owner.logIn()
  await until('the code is on its way', async () => {
    return (await read(owner, id)).transfer_out?.state === 'code_sent'
  })
  const code = findCode(house, owner)
  await other.pullName({ name, code })
  await house.poll()
  await until('its owner is told', () => hasMail(house, owner, 'another registrar requests'))
  await house.moveClock(5.01)
  await house.poll()
  await until('it has left', () => hasMail(house, owner, 'transferred out'))
  invariant(registry.getDomain(name).sponsor !== house.ourId, 'the other registrar has it')
  return code
}

function findCode({ inbox }: House, { email }: Person): string {
  const mail = inbox
    .mails()
    .find(({ to, subject }) => to.includes(email) && subject.includes('authorization code'))
  const code = /^\s*([\w!*.-]{24})\s*$/m.exec(mail?.text ?? '')?.[1]
  invariant(code, 'the mail has the code')
  return code
}

const hasMail = ({ inbox }: House, { email }: Person, words: string): boolean =>
  inbox.mails().some(({ to, subject }) => to.includes(email) && subject.includes(words))

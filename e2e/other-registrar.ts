import { journeyPorts } from '../tools/journey-ports.ts'

type Control = 'add-name' | 'publish-txt' | 'approve-transfer' | 'reject-transfer' | 'new-code'

/** What a person does on the pages of the registrar that has their name until now. */
export async function atOtherRegistrar(control: Control, input: Record<string, unknown>) {
  const url = `http://127.0.0.1:${journeyPorts.registrar}/control/${control}`
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(input) })
  if (!response.ok) throw new Error(`${control}: ${await response.text()}`)
  return response.json().catch(() => null) as Promise<unknown>
}

/** A name that nobody else in these journeys has, a year old and unlocked. */
export async function someName(ending = 'com') {
  const name = `quay-${crypto.randomUUID().slice(0, 8)}.${ending}`
  const code = 'Tr4nsfer-Me'
  await atOtherRegistrar('add-name', { name, code, createdDaysAgo: 400 })
  return { name, code }
}

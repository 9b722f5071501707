import { namespaces } from '../xml/namespaces.ts'
import { element, type Markup } from '../xml/xml-writer.ts'

/** Where gateways differ from the standard. All of it is written here, and nowhere else. */
export type Profile = {
  /** A gateway that does not echo our id cannot be held to it. */
  mustEchoClientId: boolean
  /** The longest password outside the extension for long ones. */
  plainPasswordMax: number
  orderExtensions: (extensions: Markup[]) => Markup[]
  /** What is sent with a change of registrant. */
  registrantExtensions: () => Markup[]
}

export const profiles = {
  standard: {
    mustEchoClientId: true,
    plainPasswordMax: 16,
    orderExtensions: (extensions) => extensions,
    registrantExtensions: () => [],
  },
  /** Takes parts of `<extension>` only in alphabetical order, and passwords of 32 characters. */
  'centralnic-reseller': {
    mustEchoClientId: false,
    plainPasswordMax: 32,
    orderExtensions: sortByName,
    registrantExtensions: () => [keysysUpdate({ 'accept-trade': '1' })],
  },
} satisfies Record<string, Profile>

export type ProfileName = keyof typeof profiles

/** Both sides agree to the change through us; without this the gateway mails them first. */
const keysysUpdate = (values: Record<string, string>): Markup =>
  element('keysys:update', { 'xmlns:keysys': namespaces.keysys }, [
    element(
      'keysys:domain',
      sortByName(Object.entries(values).map(([name, value]) => element(`keysys:${name}`, value))),
    ),
  ])

function sortByName(parts: Markup[]): Markup[] {
  return parts.toSorted((one, other) => (one.markup < other.markup ? -1 : 1))
}

import type { SettingName } from '@pier/protocol/settings'

/** What can be set, and what it does. */
export const settingText: Record<SettingName, { title: string; note: string }> = {
  countries: {
    title: 'Countries',
    note: 'Who may borrow and lend, up to which rate, and whether a domain may go to the lender.',
  },
  limits: { title: 'Limits', note: 'Amounts and frequencies. Existing loans keep their terms.' },
  templates: {
    title: 'Templates of rulings',
    note: 'Opening text for the reasons of a ruling.',
  },
  announcement: { title: 'Announcement', note: 'Text shown at the top of every page.' },
}

export const isSetting = (name: string | undefined): name is SettingName =>
  name !== undefined && Object.hasOwn(settingText, name)

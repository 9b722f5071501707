import type { SettingName } from '@pier/protocol/settings'

/** What can be set, and what it does. */
export const settingText: Record<SettingName, { title: string; note: string }> = {
  countries: {
    title: 'Countries',
    note: 'Who may borrow and lend, up to which rate, and whether a domain may go to the lender.',
  },
  limits: { title: 'Limits', note: 'How large and how often. Loans that run keep theirs.' },
  templates: {
    title: 'Templates of rulings',
    note: 'With which words the reasons of a ruling begin.',
  },
  announcement: { title: 'Announcement', note: 'What everybody reads on top of every page.' },
}

export const isSetting = (name: string | undefined): name is SettingName =>
  name !== undefined && Object.hasOwn(settingText, name)

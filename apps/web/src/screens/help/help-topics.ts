import type { ContactTopic } from '@pier/protocol/labels'

/** The six topics, each a folder of `content/help`, and what a letter about it is about. */
export const helpTopics = [
  { slug: 'borrow', title: 'Borrow', contact: 'borrowing' },
  { slug: 'lend', title: 'Lend', contact: 'lending' },
  { slug: 'custody', title: 'Custody', contact: 'custody' },
  { slug: 'money', title: 'Fees and money', contact: 'money' },
  { slug: 'trouble', title: 'When things go wrong', contact: 'other' },
  { slug: 'account', title: 'Account and safety', contact: 'account' },
] as const satisfies { slug: string; title: string; contact: ContactTopic }[]

export type HelpTopic = (typeof helpTopics)[number]
export type TopicSlug = HelpTopic['slug']

export const hrefOfArticle = (slug: string) => `/help/${slug}`
export const hrefOfTopic = (topic: TopicSlug) => `/help?topic=${topic}`

export const searchLengthMax = 100

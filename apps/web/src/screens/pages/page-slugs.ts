/** The pages that are nothing but a text, each at its own address. The texts lie in `content/pages`. */
export const pageSlugs = [
  'fees',
  'borrowers',
  'lenders',
  'late',
  'security',
  'registrar',
  'terms',
  'privacy',
  'cookies',
  'law-enforcement',
  'imprint',
  'pgp',
  'source',
  'manifesto',
] as const

/** Of these an old version stays at `/terms/1` when a new one applies. */
export const versionedSlugs = ['terms', 'privacy'] as const

export const isVersioned = (slug: string): slug is (typeof versionedSlugs)[number] =>
  versionedSlugs.some((each) => each === slug)

/**
 * The versions of the terms and of the privacy notice that apply now. Whoever registers or signs
 * accepts these, and the texts in `apps/web/content/pages` carry the same numbers.
 */
export const legalVersions = {
  terms: { version: 1, date: '2026-11-19' },
  privacy: { version: 1, date: '2026-11-19' },
} as const

export type LegalText = keyof typeof legalVersions

/** What another operator changes to run this under a name of their own. */
export const brand = {
  name: 'Pier',
  parent: 'a Breakwater Consulting company',
  headline: 'Pier to Pier Lending for Domainers',
  mailFrom: 'Pier <no-reply@pier.example>',
  retentionYears: 7,
} as const

/** What another operator changes to run this under a name of their own. */
export const brand = {
  name: 'Pier',
  /** Where names in custody are held, as people read it. */
  registrar: 'Pier Registrar',
  parent: 'a Breakwater Consulting company',
  headline: 'Pier to Pier Lending for Domainers',
  contactEmail: 'hello@pier.example',
  mailFrom: 'Pier <no-reply@pier.example>',
  /** Governing law and forum in agreements. The counsel of whoever runs this names the place. */
  law: 'the place where Pier has its seat',
  forum: 'the courts of the place where Pier has its seat',
  retentionYears: 7,
} as const

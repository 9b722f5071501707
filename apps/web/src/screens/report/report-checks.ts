const statementMin = 20

/** The name in any alphabet: the server knows which TLDs exist. */
export const reportChecks = {
  kind: () => null,
  domain: (domain: string) =>
    /^[^\s@/]+\.[^\s@/.]{2,}$/.test(domain.trim()) ? null : 'Enter a domain such as example.com',
  contact: (contact: string) => (/^\S+@\S+\.\S+$/.test(contact.trim()) ? null : 'Invalid email'),
  statement: (statement: string) =>
    statement.trim().length < statementMin
      ? 'Describe what happened in at least one sentence'
      : null,
}

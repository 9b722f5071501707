/** How the registry has the name of a loan, seen today: with us and locked. */
export const nameNow = {
  state: 'known',
  source: 'Registry, as its registrar',
  checked_at: '2026-10-14T14:02:00.000Z',
  is_fresh: true,
  is_asked: false,
  is_held: true,
  registrar: 'Pier Registrar',
  is_locked: true,
  expires_at: '2028-05-02T00:00:00.000Z',
  ends_soon: false,
  nameservers: ['ns1.fairwater-dns.example', 'ns2.fairwater-dns.example'],
  problems: [] as string[],
  loan_on_it: 'this',
}

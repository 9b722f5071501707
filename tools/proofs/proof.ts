import { spawnSync } from 'node:child_process'

/** Every proof there is. Each ends with one line of figures, and fails if one misses its bar. */
const proofs: Record<string, { shows: string; command: string }> = {
  smuggling: {
    shows:
      'raw requests that hide a second one, through the web and behind nginx in three settings',
    command: 'node tools/smuggling/proof.ts',
  },
  jobs: {
    shows: '2,000 jobs under 20 SIGKILLs and a zombie worker: none lost, none doubled',
    command: 'node apps/server/proofs/jobs/jobs.ts',
  },
  accounts: {
    shows: 'sessions, limits, codes and equal answer times over two API processes',
    command: 'node apps/server/proofs/accounts/accounts.ts',
  },
  money: {
    shows: '10,000 payments told of 1 to 50 times, forged, lost and late, under 50 SIGKILLs: exact',
    command: 'node apps/server/proofs/money/money.ts',
  },
  custody: {
    shows:
      'a domain in and out of custody; 2,000 transfers under cuts and 50 SIGKILLs; every refusal',
    command: 'node apps/server/proofs/custody/custody.ts',
  },
  listings: {
    shows:
      'the directory at 10³, 10⁵ and 10⁷ listings: what pages and searches cost, and how fresh',
    command: 'node apps/server/proofs/listings/listings.ts',
  },
  offers: {
    shows: '200 times two offers accepted at once over two API processes: one loan, one backup',
    command: 'node apps/server/proofs/offers/offers.ts',
  },
  loans: {
    shows:
      '500 lives of loans as chance draws them, every row taken, every law after each step; a million loans',
    command: 'node apps/server/proofs/loans/loans.ts',
  },
  operator: {
    shows:
      '60 disputes under operators who press at random and at once: two approvals, every act noted; races',
    command: 'node apps/server/proofs/operator/operator.ts',
  },
  load: {
    shows:
      'an hour of 150 requests a second while a worker is killed every 10 s: no message or job lost',
    command: 'node apps/server/proofs/load/load.ts',
  },
  production: {
    shows:
      'the images built, set up and run without rights; each process replaced under load: 0 failed',
    command: 'node tools/release/proof-production.ts',
  },
  restore: {
    shows:
      'encrypted copies in two places under load; the machine lost; back to a given second, and whole',
    command: 'node tools/restore/proof.ts',
  },
  failover: {
    shows:
      '20 faults of three database nodes under the product: no acknowledged write lost, back in 15 s',
    command: 'node tools/failover/proof.ts',
  },
  mutations: {
    shows: '40 checks of security, money and loans removed one at a time: a test notices each',
    command: 'node tools/proofs/proof-mutations.ts',
  },
  face: {
    shows: 'every screen at 1440 and 390 px in both schemes, accessibility, weight, live notices',
    command: 'node tools/proofs/proof-face.ts',
  },
}

const [name, ...options] = process.argv.slice(2)
const proof = name ? proofs[name] : undefined
if (proof) {
  const { status } = spawnSync([proof.command, ...options].join(' '), {
    shell: true,
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}
if (name) console.error(`There is no proof called ${name}.\n`)
for (const [each, { shows }] of Object.entries(proofs)) {
  console.log(`pnpm proof ${each.padEnd(10)} ${shows}`)
}
process.exit(name ? 1 : 0)

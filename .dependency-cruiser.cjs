/**
 * The borders of the house. The module list stands here and nowhere else, highest first: calls go
 * down it, never up. So do those between the rooms of a module, which are its folders, highest first.
 */
const modules = {
  pages: [],
  'back-office': ['watch', 'queues', 'desks', 'loans', 'reports', 'settings'],
  disputes: ['file', 'case', 'rulings'],
  approvals: ['proposals', 'decisions', 'holds'],
  operators: ['console', 'team', 'sign-in', 'audit', 'people'],
  messages: ['loan-file', 'evidence', 'chat'],
  loans: [
    'actions',
    'opening',
    'repayment',
    'amendments',
    'refinance',
    'views',
    'receipt',
    'collateral',
    'integrity',
    'machine',
    'notices',
    'clocks',
    'facts',
  ],
  contracts: ['signing', 'sealing', 'letters', 'agreements', 'files', 'templates'],
  offers: ['negotiation', 'lists', 'records'],
  listings: ['searches', 'quotes', 'directory', 'publishing'],
  custody: [
    'back-office',
    'monitoring',
    'execution',
    'transfers',
    'nameservers',
    'renewals',
    'quotes',
    'commands',
    'holdings',
    'certificates',
  ],
  payments: [
    'back-office',
    'reconciliation',
    'settlement',
    'withdrawals',
    'top-ups',
    'statements',
    'transactions',
  ],
  domains: [
    'portfolio',
    'lookups',
    'passport',
    'verification',
    'registrations',
    'ownership',
    'names',
  ],
  users: [
    'support',
    'personal-data',
    'sign-in',
    'payees',
    'two-step',
    'sessions',
    'account',
    'passwords',
  ],
  ledger: [],
  notifications: [],
}
/** Folders outside of the modules that have rooms. */
const others = { 'providers/registrar/epp': ['session', 'messages', 'xml'] }
const server = '^apps/server/src'
const inward = '\\.(routes|jobs)\\.ts$'
const test = '\\.test\\.ts$'

const names = Object.keys(modules)
const downOnly = names.slice(1).map((name, index) => ({
  name: `${name}-does-not-call-up`,
  severity: 'error',
  from: { path: `${server}/modules/${name}/`, pathNot: [inward, test] },
  to: { path: `${server}/modules/(${names.slice(0, index + 1).join('|')})/` },
}))

/** A room sees itself and those below it: not those above, and nothing that lies beside the rooms. */
const roomsOf = (folder, list) =>
  list.map((room, index) => ({
    name: `${folder.split('/').at(-1)}-${room}-does-not-call-up`,
    severity: 'error',
    from: { path: `${server}/${folder}/${room}/`, pathNot: [inward, test] },
    to: {
      path: `${server}/${folder}/`,
      pathNot: `${server}/${folder}/(${list.slice(index).join('|')})/`,
    },
  }))

/** The rooms of the web, highest first: imports go down the list, never up, tests included. */
const rooms = [
  'screens',
  'operator',
  'listings',
  'loans',
  'offers',
  'terms',
  'users',
  'money',
  'cards',
  'prose',
  'domains',
  'shell',
  'text',
  'api',
  'session',
  'ui',
]
const web = '^apps/web/src'

const roomsDownOnly = rooms.slice(1).map((name, index) => ({
  name: `web-${name}-does-not-import-up`,
  severity: 'error',
  from: { path: `${web}/${name}/` },
  to: { path: `${web}/(${rooms.slice(0, index + 1).join('|')})/` },
}))

module.exports = {
  forbidden: [
    ...downOnly,
    ...Object.entries(modules).flatMap(([name, list]) => roomsOf(`modules/${name}`, list)),
    ...Object.entries(others).flatMap(([folder, list]) => roomsOf(folder, list)),
    ...roomsDownOnly,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'only-the-face-of-another-module',
      severity: 'error',
      from: { path: `${server}/modules/([^/]+)/`, pathNot: test },
      to: {
        path: `${server}/modules/`,
        pathNot: [`${server}/modules/$1/`, `${server}/modules/[^/]+/[^/]+\\.service\\.ts$`],
      },
    },
    {
      name: 'routes-and-jobs-are-imported-by-nobody',
      severity: 'error',
      from: { path: '^apps/server/', pathNot: `${server}/(api|job-handlers)\\.ts$` },
      to: { path: inward },
    },
    {
      name: 'the-command-is-imported-by-nobody',
      severity: 'error',
      from: { pathNot: [`${server}/(pier\\.ts$|cli/)`, '^apps/server/test/'] },
      to: { path: `${server}/cli/` },
    },
    {
      name: 'no-provider-code-in-a-service',
      severity: 'error',
      from: { path: '\\.(service|repository)\\.ts$' },
      to: { path: `${server}/providers/`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-http-in-a-service',
      severity: 'error',
      from: { path: '\\.(service|repository)\\.ts$' },
      to: {
        path: [`${server}/platform/http/`, 'node_modules/fastify/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'platform-knows-nothing-of-the-product',
      severity: 'error',
      from: { path: `${server}/platform/`, pathNot: '\\.test\\.ts$' },
      to: { path: `${server}/(modules|providers)/` },
    },
    {
      name: 'providers-know-nothing-of-modules',
      severity: 'error',
      from: { path: `${server}/providers/`, pathNot: test },
      to: { path: `${server}/modules/` },
    },
    {
      name: 'protocol-imports-only-zod',
      severity: 'error',
      from: { path: '^packages/protocol/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/protocol/src', 'node_modules/zod/'] },
    },
    {
      name: 'telemetry-knows-nothing-of-the-product',
      severity: 'error',
      from: { path: '^packages/telemetry/src' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/telemetry/src' },
    },
    {
      name: 'web-never-imports-server',
      severity: 'error',
      from: { path: '^apps/web' },
      to: { path: '^apps/server' },
    },
    {
      name: 'web-takes-types-only-of-calls',
      severity: 'error',
      from: { path: '^apps/web' },
      to: { path: '^packages/protocol/src/calls', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'screens-never-import-screens',
      severity: 'error',
      from: { path: '^apps/web/src/screens/((?:(?:app|operator)/)?[^/]+)/' },
      to: { path: '^apps/web/src/screens/', pathNot: '^apps/web/src/screens/$1/' },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: [`${server}/`, '^apps/web/'], pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(apps/(server/(test|proofs|demo)|stand-ins)|packages/protocol/test)/' },
    },
    {
      name: 'stand-ins-know-nothing-of-the-product',
      severity: 'error',
      from: { path: '^apps/stand-ins/' },
      to: { path: '^(apps/(server|web)|packages)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|packages)/[^/]+/(dist|build|\\.react-router)/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
    },
  },
}

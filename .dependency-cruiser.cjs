/**
 * The borders of the house. The module list stands here and nowhere else, highest first: calls go
 * down it, never up.
 */
const modules = [
  'back-office',
  'disputes',
  'approvals',
  'operators',
  'messages',
  'loans',
  'contracts',
  'offers',
  'listings',
  'custody',
  'payments',
  'domains',
  'users',
  'ledger',
  'notifications',
]
const server = '^apps/server/src'
const inward = '\\.(routes|jobs)\\.ts$'

const downOnly = modules.slice(1).map((name, index) => ({
  name: `${name}-does-not-call-up`,
  severity: 'error',
  from: { path: `${server}/modules/${name}/`, pathNot: [inward, '\\.test\\.ts$'] },
  to: { path: `${server}/modules/(${modules.slice(0, index + 1).join('|')})/` },
}))

/** The rooms of the web, highest first: imports go down the list, never up, tests included. */
const rooms = [
  'screens',
  'back-office',
  'disputes',
  'approvals',
  'operators',
  'listings',
  'loans',
  'offers',
  'terms',
  'users',
  'money',
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
    ...roomsDownOnly,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'only-the-service-of-another-module',
      severity: 'error',
      from: { path: `${server}/modules/([^/]+)/`, pathNot: '\\.test\\.ts$' },
      to: { path: `${server}/modules/`, pathNot: [`${server}/modules/$1/`, '\\.service\\.ts$'] },
    },
    {
      name: 'routes-and-jobs-are-imported-by-nobody',
      severity: 'error',
      from: { path: server, pathNot: `${server}/(api|job-handlers)\\.ts$` },
      to: { path: inward },
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
      to: { path: `${server}/(modules|providers|testing)/` },
    },
    {
      name: 'protocol-imports-only-zod',
      severity: 'error',
      from: { path: '^packages/protocol/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/protocol/src', 'node_modules/zod/'] },
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
      from: { path: `${server}/(modules|platform|providers)/`, pathNot: '\\.test\\.ts$' },
      to: { path: `${server}/testing/` },
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

import { idOf } from './given/domains.ts'
import { ownDomains } from './screen/pages/domains-page.ts'
import { expectAllFaultless } from './screen/pages/every-screen.ts'
import { slowMs, testOnBoth } from './screen/browser/sizes.ts'

const dialogPath = (path: string, domain: string) => `/${path}?domain=${idOf(domain)}`
const movePaths = [
  dialogPath('verify', 'xn--bcherhafen-9db.de'),
  dialogPath('transfer-in', 'plumbline.ai'),
  dialogPath('transfer-in', 'ferrywire.net'),
  dialogPath('transfer-out', 'oldlighthouse.org'),
  dialogPath('remove', 'plumbline.ai'),
]
const keepPaths = [
  dialogPath('edit-ns', 'oldlighthouse.org'),
  dialogPath('list', 'oldlighthouse.org'),
  dialogPath('edit-listing', 'plumbline.ai'),
  dialogPath('unlist', 'plumbline.ai'),
  dialogPath('facts', 'plumbline.ai'),
  dialogPath('renew', 'oldlighthouse.org'),
]

for (const [name, paths] of [
  ['the rows of My Domains', ['', '/2', '/add', '/import', '/edit-ns']],
  ['the dialogs that move a domain', movePaths],
  ['the dialogs that keep a domain', keepPaths],
] as const) {
  testOnBoth(
    `${name} have no accessibility fault`,
    () =>
      expectAllFaultless(
        paths.map((path) => `/app/my-domains${path}`),
        ownDomains,
      ),
    slowMs,
  )
}

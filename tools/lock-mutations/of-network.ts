import { removed, type Lock } from './lock.ts'

const http = 'apps/server/src/platform/http'
const messages = 'apps/server/src/modules/messages'

/** Input from strangers: requests, addresses, texts and files. */
export const locksOfNetwork: Lock[] = [
  {
    name: 'a page of another site can post here',
    file: `${http}/app.ts`,
    text: '    refuseForeignSites(request)\n',
    replacement: removed,
    noticedBy: [`${http}/http.test.ts › a page of another site cannot post here`],
  },
  {
    name: 'a GET may have a body',
    file: `${http}/app.ts`,
    text: '    refuseBodies(request, reply)\n',
    replacement: removed,
    noticedBy: [
      `${http}/smuggling.test.ts › a %s with a body is refused and its connection closed`,
    ],
  },
  {
    name: 'whoever names an address in X-Forwarded-For is believed',
    file: `${http}/app.ts`,
    text: 'trustProxy: (_address: string, hop: number) => hop < config.http.trustedProxyHops',
    replacement: 'trustProxy: true',
    noticedBy: [
      `${http}/http.test.ts › only the proxies of ours say where a request comes from, whatever stands before`,
    ],
  },
  {
    name: 'a server of a registry is asked though one of its addresses is private',
    file: 'apps/server/src/providers/rdap/rdap-request.ts',
    text: 'if (!addresses.every(isAllowed))',
    replacement: 'if (!addresses.some(isAllowed))',
    noticedBy: ['apps/server/src/providers/rdap/registration-data.test.ts › %s is not asked: %s'],
  },
  {
    name: 'an account number cut over several messages passes the chat',
    file: `${messages}/chat/messages.service.ts`,
    text: 'if (hasPaymentDetails(body) || endsPaymentDetails(chat.own, body)) {',
    replacement: 'if (hasPaymentDetails(body)) {',
    noticedBy: [
      `${messages}/messages.test.ts › an account that is cut over several messages is held back with its last piece`,
    ],
  },
  {
    name: 'an archive behind the end of a PDF is taken',
    file: `${messages}/evidence/evidence-file.ts`,
    text: '/%%EOF\\s*$/',
    replacement: '/%%EOF/',
    noticedBy: [
      `${messages}/evidence/files.test.ts › what is no document and no picture is refused, whatever it says it is`,
    ],
  },
]

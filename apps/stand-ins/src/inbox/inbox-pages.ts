import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

export type StoredMail = {
  id: string
  to: string[]
  /** The sender of the envelope, to whom a mail comes back. */
  returnPath: string
  from: string
  subject: string
  text: string
  html: string
  headers: { name: string; value: string }[]
  receivedAt: string
  /** The bytes as they came, one character each. */
  source: string
}

/** Newest mail first. The page reloads every three seconds. */
export function renderList(mails: StoredMail[]): string {
  const count = mails.length === 1 ? '1 mail' : `${mails.length} mails`
  const none = h('p', { className: 'quiet' }, 'No mail yet. It appears here by itself.')
  const list = h(
    'ol',
    null,
    mails.map((mail) => h(Line, { key: mail.id, mail })),
  )

  return renderPage({
    title: `Inbox, ${count}`,
    refresh: true,
    children: [
      h('h1', { key: 'title' }, 'Inbox ', h('small', null, count)),
      h('main', { key: 'list' }, mails.length === 0 ? none : list),
    ],
  })
}

export function renderMailPage(mail: StoredMail): string {
  const frame = {
    title: 'HTML part',
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    srcDoc: openLinksInNewTab(mail.html),
  }
  return renderPage({
    title: mail.subject,
    refresh: false,
    children: h(
      'main',
      null,
      h('a', { href: '/' }, 'All mails'),
      h('h1', null, mail.subject || '(no subject)'),
      h('p', { className: 'quiet' }, `To ${mail.to.join(', ')}, ${timeOf(mail)}`),
      mail.html ? h('iframe', frame) : h('p', { className: 'quiet' }, 'No HTML part.'),
      h('h2', null, 'Text part'),
      h('pre', null, mail.text),
      h('h2', null, 'Headers'),
      h('pre', null, mail.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')),
    ),
  })
}

/** Links in the sandboxed frame can only open in a new tab. */
function openLinksInNewTab(html: string): string {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, (head) => head + base)
    : base + html
}

function Line({ mail }: { mail: StoredMail }) {
  return h(
    'li',
    null,
    h('a', { href: `/mails/${mail.id}` }, mail.subject || '(no subject)'),
    h('span', { className: 'quiet' }, mail.to.join(', ')),
    h('time', { className: 'quiet', dateTime: mail.receivedAt }, timeOf(mail)),
  )
}

function timeOf({ receivedAt }: StoredMail): string {
  return `${receivedAt.slice(0, 10)} ${receivedAt.slice(11, 19)} UTC`
}

type Page = { title: string; refresh: boolean; children: ReactNode }

function renderPage({ title, refresh, children }: Page): string {
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    refresh && h('meta', { httpEquiv: 'refresh', content: '3' }),
    h('title', null, title),
    h('style', { dangerouslySetInnerHTML: { __html: styles } }),
  )
  const document = h('html', { lang: 'en' }, head, h('body', null, children))
  return `<!doctype html>${renderToStaticMarkup(document)}`
}

const styles = `
:root { color-scheme: light dark; --bg: #F2F5F4; --surface: #FFFFFF; --line: #D2DAD8;
  --ink: #0B1F24; --ink-3: #536669; --link: #0A5B6B; }
@media (prefers-color-scheme: dark) { :root { --bg: #07151A; --surface: #0E2127; --line: #234049;
  --ink: #EAF2F2; --ink-3: #93A9AC; --link: #8AD6E0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 880px; padding: 24px 16px; background: var(--bg);
  color: var(--ink); font: 15px/24px 'Hanken Grotesk', system-ui, sans-serif; }
h1 { font-size: 24px; line-height: 30px; margin: 8px 0 16px; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 24px 0 8px; }
small, .quiet { color: var(--ink-3); font-size: 13px; font-weight: 400; }
a { color: var(--link); }
ol { list-style: none; margin: 0; padding: 0; background: var(--surface);
  border: 1px solid var(--line); border-radius: 8px; }
li { display: grid; grid-template-columns: 1fr 240px 180px; gap: 0 16px; padding: 12px 16px;
  overflow-wrap: anywhere; }
li + li { border-top: 1px solid var(--line); }
@media (max-width: 700px) { li { grid-template-columns: 1fr; } }
iframe { width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 8px;
  background: #FFFFFF; color-scheme: light; }
pre { margin: 0; padding: 16px; background: var(--surface); border: 1px solid var(--line);
  border-radius: 8px; font: 13px/20px 'Commit Mono', ui-monospace, monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; }
`

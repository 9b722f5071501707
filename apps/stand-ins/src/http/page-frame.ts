import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

type Frame = { title: string; refresh?: boolean; notice?: string; children: ReactNode }

/** The frame of every sandbox page. It begins by saying that nothing here is real. */
export function renderFrame(frame: Frame): string {
  const { title, refresh = false, notice = 'Sandbox: no real money', children } = frame
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    refresh && h('meta', { httpEquiv: 'refresh', content: '1' }),
    h('title', null, title),
    h('style', null, styles),
  )
  const body = h(
    'body',
    null,
    h('p', { className: 'notice' }, notice),
    h('main', null, h('h1', null, title), children),
  )
  return `<!doctype html>${renderToStaticMarkup(h('html', { lang: 'en' }, head, body))}`
}

export function renderMessage({
  text,
  link,
  ...frame
}: Omit<Frame, 'children'> & {
  text: string
  link?: { href: string; text: string } | undefined
}): string {
  const children = [
    h('p', { key: 'text' }, text),
    link && h('p', { key: 'link' }, h('a', { href: link.href }, link.text)),
  ]
  return renderFrame({ ...frame, children })
}

// No quotes and no `>`, which the renderer would escape.
const styles = `
:root { color-scheme: light dark; --bg: #F2F5F4; --surface: #FFFFFF; --line: #D2DAD8;
  --ink: #0B1F24; --link: #0A5B6B; --on: #FFFFFF; --bad: #A1261B; }
@media (prefers-color-scheme: dark) { :root { --bg: #07151A; --surface: #0E2127; --line: #234049;
  --ink: #EAF2F2; --link: #8AD6E0; --on: #07151A; --bad: #FF9C91; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 16px/24px system-ui, sans-serif; }
.notice { margin: 0; padding: 8px 16px; background: #F5C542; color: #0B1F24; text-align: center;
  font-weight: 600; }
main { margin: 32px auto; max-width: 480px; padding: 24px; background: var(--surface);
  border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere; }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 30px; }
h2 { margin: 24px 0 8px; font-size: 16px; }
a { color: var(--link); }
form { display: grid; gap: 12px; margin: 16px 0; }
label { display: grid; gap: 4px; }
input { padding: 10px 12px; font: inherit; color: inherit; background: var(--bg);
  border: 1px solid var(--line); border-radius: 6px; }
button { padding: 10px 16px; font: inherit; color: var(--on); background: var(--link);
  border: 1px solid var(--link); border-radius: 6px; cursor: pointer; }
button.quiet { color: var(--link); background: none; }
details { border-top: 1px solid var(--line); padding: 12px 0; }
summary { cursor: pointer; font-weight: 600; }
label.check { display: flex; gap: 8px; align-items: center; }
code { user-select: all; }
.row { display: flex; flex-wrap: wrap; gap: 8px; }
.amount { font-size: 28px; line-height: 34px; font-weight: 600; margin: 0; }
.bad { color: var(--bad); font-weight: 600; }
`

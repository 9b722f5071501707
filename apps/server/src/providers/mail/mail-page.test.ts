import { expect, test } from 'vitest'
import { renderMail, type MailPage } from './mail-page.ts'

const page: MailPage = {
  subject: 'Your password was changed',
  heading: 'Your password was changed',
  paragraphs: ['Every other session has ended.', 'Log in again with the new password.'],
  facts: [
    { label: 'Time', value: '30 Oct 2026, 14:05 UTC' },
    { label: 'Device', value: 'Firefox on Linux' },
  ],
  code: '482 913',
  button: { label: 'See your sessions', url: 'https://pier.example/app/settings?a=1&b=2' },
  footnote: {
    text: 'Not you?',
    link: { label: 'Freeze this account', url: 'https://pier.example/freeze#token=abc' },
  },
}

test('a mail says the same in its HTML part and in its text part', () => {
  const { subject, html, text } = renderMail(page)

  expect(subject).toBe('Your password was changed')
  for (const part of [html, text]) {
    expect(part).toContain('Log in again with the new password.')
    expect(part).toContain('Firefox on Linux')
    expect(part).toContain('482 913')
    expect(part).toContain('See your sessions')
    expect(part).toContain('Freeze this account')
    expect(part).toContain('a Breakwater Consulting company')
  }
})

test('the text part gives every link in full', () => {
  const { text } = renderMail(page)

  expect(text).toContain('See your sessions:\nhttps://pier.example/app/settings?a=1&b=2\n')
  expect(text).toContain('Freeze this account:\nhttps://pier.example/freeze#token=abc\n')
  expect(text).toContain('Time: 30 Oct 2026, 14:05 UTC\nDevice: Firefox on Linux\n')
})

test('the HTML part fetches nothing, and follows the scheme of the reader', () => {
  const { html } = renderMail(page)

  expect(html).toMatch(/^<!doctype html><html lang="en"/)
  expect(html).not.toMatch(/<img|<script|<link|url\(|@import| src=/i)
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
  expect(html).toContain('prefers-color-scheme: dark')
})

test('a mail has one filled button', () => {
  const { html } = renderMail(page)

  expect(html.match(/class="button"/g)).toHaveLength(1)
  expect(html).toContain('href="https://pier.example/app/settings?a=1&amp;b=2"')
})

test('a mail can be as short as a heading and a paragraph', () => {
  const { html, text } = renderMail({
    subject: 'Hello',
    heading: 'Hello',
    paragraphs: ['Welcome.'],
  })

  expect(text).toBe('Hello\n\nWelcome.\n\n-- \nPier, a Breakwater Consulting company\n')
  expect(html).not.toContain('<a ')
  expect(html).not.toContain('undefined')
})

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</td></tr></table><h1>Pay here</h1>',
  '</title></style><svg onload=alert(1)>',
  '<!--',
  '&lt;b&gt;',
]

test.each(hostile)('text of other people stays text: %s', (evil) => {
  const { html } = renderMail({
    subject: evil,
    heading: evil,
    paragraphs: [evil],
    facts: [{ label: evil, value: evil }],
    code: evil,
    button: { label: evil, url: `https://pier.example/?q=${encodeURIComponent(evil)}` },
    footnote: { text: evil, link: { label: evil, url: 'https://pier.example/' } },
  })

  const plain = renderMail(page).html
  const tagsOf = (document: string) => new Set(document.match(/<\/?[a-z!][a-z0-9-]*/gi))
  expect(tagsOf(html).difference(tagsOf(plain))).toEqual(new Set())
  expect(html).not.toContain(evil)
})

test('a subject cannot carry a second header', () => {
  const subject = 'Offer from Eve\r\nBcc: all@example.com\u0000\u202Emoc\u2028x\u0085y'

  expect(renderMail({ ...page, subject }).subject).toBe(
    'Offer from Eve Bcc: all@example.com  moc x y',
  )
})

test('a name with line breaks cannot forge a paragraph of the text part', () => {
  const { text } = renderMail({
    ...page,
    paragraphs: ['From Eve\n\nLog in:\nhttps://evil.example'],
  })

  expect(text).toContain('From Eve  Log in: https://evil.example\n')
})

test.each(['javascript:alert(1)', 'data:text/html,x', '/app', 'JaVaScRiPt:alert(1)'])(
  'a link that is not of the web is refused: %s',
  (url) => {
    expect(() => renderMail({ ...page, button: { label: 'Open', url } })).toThrow()
    const footnote = { text: 'Not you?', link: { label: 'Freeze', url } }
    expect(() => renderMail({ ...page, footnote })).toThrow()
  },
)

import { expect, test } from 'vitest'
import { rss } from './feed-xml.ts'
import { securityTxt } from './security-txt.ts'
import { textFile } from './text-file.ts'

const day = 86_400_000

test.each(['2026-11-19', '2029-02-28'])(
  'security.txt of %s names the company’s address and expires in more than 90 days, less than a year',
  (today) => {
    const now = new Date(today)

    const text = securityTxt({
      contact: 'security@jetty.example',
      origin: 'http://localhost:3000',
      now,
    })

    const [, expires = ''] = /^Expires: (\d{4}-\d\d-\d\dT[\d:.]+Z)$/m.exec(text) ?? []
    const days = (Date.parse(expires) - now.getTime()) / day
    expect(days).toBeGreaterThan(90)
    expect(days).toBeLessThan(365)
    expect(text).toContain('Contact: mailto:security@jetty.example\n')
    expect(text).toContain('Canonical: http://localhost:3000/.well-known/security.txt\n')
  },
)

test('while nobody knows who runs this, nobody keeps that answer', () => {
  const { status, headers } = textFile(null)

  expect([status, headers.get('cache-control')]).toEqual([503, 'no-store'])
})

test('a name cannot write into the feed', () => {
  const feed = rss(
    [{ url: 'https://p.example/1', title: '<b>&"', text: ']]>' }],
    'https://p.example',
  )

  expect(feed).toContain('<title>&lt;b&gt;&amp;&quot;</title>')
  expect(feed).not.toContain(']]>')
})

import { self } from '../../testing/answers.ts'
import { type Answers, openScreen, refuse } from '../../testing/open-screen.tsx'
import { findNamed, getNamed, press, type } from '../../testing/page.ts'
import { expect, test } from 'vitest'
import type { Route } from './+types/contact-screen'
import ContactScreen from './contact-screen.tsx'
import { findArticleTitle } from './read-article.server.ts'

const taken = { 'GET /users/self': self, 'POST /contact': null }

type Opening = { answers?: Answers; article?: string | null }

function open({ answers = taken, article = null }: Opening = {}) {
  // The screen reads nothing else of what the router gives it.
  const props = { loaderData: { article } } as Route.ComponentProps
  return openScreen(<ContactScreen {...props} />, { answers })
}

const valueOf = (name: string) => (getNamed('field', name) as HTMLInputElement).value
const posted = (sent: { name: string; body: unknown }[]) =>
  sent.filter(({ name }) => name === 'POST /contact').map(({ body }) => body)

test('whoever is logged in finds name and address filled in, and writes', async () => {
  const { sent } = await open()
  expect([valueOf('Your name'), valueOf('Your email')]).toEqual([self.name, self.email])

  await type('Your message', '  Do you hold names under .fi, and what is it?  ')
  await press('button', 'Send message')

  expect(posted(sent)).toEqual([
    {
      name: self.name,
      email: self.email,
      topic: 'borrowing',
      message: 'Do you hold names under .fi, and what is it?',
      website: '',
    },
  ])
  expect(document.activeElement?.textContent).toBe('We have your message')
})

test('an empty form says what is missing and sends nothing', async () => {
  const { sent } = await open()

  await type('Your name', '')
  await type('Your email', 'nobody')
  await press('button', 'Send message')

  expect(posted(sent)).toEqual([])
  expect(document.body.textContent).toContain('Invalid email')
  expect(document.body.textContent).toContain('Write a sentence or more, so that we can help')
})

test('whoever writes about an article finds its title, which is no message by itself', async () => {
  const start = 'About the help article “What happens when a loan is late”: '
  const { sent } = await open({ article: findArticleTitle('late-loan', null) })
  expect(valueOf('Your message')).toBe(start)

  await press('button', 'Send message')
  expect(posted(sent)).toEqual([])

  const message = `${start}Does the grace begin at midnight?`
  await type('Your message', message)
  await press('button', 'Send message')
  expect(posted(sent)).toMatchObject([{ message }])
})

test.each([null, '', 'no-such-article', '../help', 'trouble/late-loan'])(
  'an article that is none is passed over: %s',
  (slug) => {
    expect(findArticleTitle(slug, null)).toBeNull()
  },
)

test('what is refused says so, and what was typed stays', async () => {
  const answers = { ...taken, 'POST /contact': refuse(429, 'Too many tries. Wait a while.') }
  await open({ answers })

  await type('Your message', 'Do you hold names under .fi, and what is it?')
  await press('button', 'Send message')

  expect(getNamed('alert', /Too many tries/)).toBeTruthy()
  expect(valueOf('Your message')).toContain('.fi')
})

test('the field for machines is out of reach for people', async () => {
  await open()
  const trap = document.querySelector<HTMLInputElement>('[name="website"]')

  expect([trap?.tabIndex, trap?.getAttribute('aria-hidden')]).toEqual([-1, 'true'])
  expect(findNamed('field', 'website')).toBeUndefined()
})

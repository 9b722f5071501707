import { Button } from '@mantine/core'
import { brand } from '@pier/protocol/brand'
import { useEffect, useRef, useState } from 'react'
import { data, Link, useSearchParams } from 'react-router'
import { readCompany } from '../../api/company.server.ts'
import { HeadTags } from '../../shell/public/head-tags.tsx'
import { useCompanyIfKnown } from '../../shell/public/use-company.ts'
import type { Route } from './+types/contact-screen'
import { ContactForm } from './contact-form.tsx'
import styles from './contact.module.css'
import { findArticleTitle } from './read-article.server.ts'

const title = `Contact us · ${brand.name}`
const description =
  'Write to us, with or without an account. A person reads it and answers by mail.'

export const meta = () => [{ title }]

export async function loader({ request }: Route.LoaderArgs) {
  const slug = new URL(request.url).searchParams.get('article')
  return data({ article: findArticleTitle(slug, await readCompany(request)) })
}

/** Anybody may write to us; whoever is logged in finds their name and address filled in. */
export default function ContactScreen({ loaderData: { article } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const [sent, setSent] = useState<string | null>(null)
  return (
    <div className={styles.page}>
      <HeadTags title={title} description={description} path="/contact" indexed />
      <div aria-live="polite" className={styles.main}>
        {sent ? (
          <Sent email={sent} onAnother={() => setSent(null)} />
        ) : (
          <>
            <h1>Contact us</h1>
            <p>A person reads your message and answers by mail, as a rule within a day.</p>
            <ContactForm
              topic={search.get('topic') ?? ''}
              start={article === null ? '' : `About the help article “${article}”: `}
              onSent={setSent}
            />
          </>
        )}
      </div>
      <OtherWays />
    </div>
  )
}

function Sent({ email, onAnother }: { email: string; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), []) // The clicked button is gone.
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        We have your message
      </h1>
      <p>
        A person reads it and writes to <b>{email}</b>. You need do nothing until then.
      </p>
      <div className={styles.ways}>
        <Button variant="default" onClick={onAnother}>
          Write another
        </Button>
        <Link to="/">To the start</Link>
      </div>
    </>
  )
}

function OtherWays() {
  const company = useCompanyIfKnown()
  return (
    <aside aria-labelledby="other-ways" className={styles.aside}>
      <h2 id="other-ways">Other ways to reach us</h2>
      <dl>
        {company && <Mail what="E-mail" to={company.contactEmail} />}
        <div>
          <dt>A stolen or harmful domain</dt>
          <dd>
            <Link to="/report">Report theft or abuse</Link>
          </dd>
        </div>
        {company && <Mail what="A weakness in our security" to={company.securityEmail} />}
        {company && <Mail what="Your personal data" to={company.privacyEmail} />}
        <div>
          <dt>Courts and authorities</dt>
          <dd>
            <Link to="/law-enforcement">Law enforcement</Link>
          </dd>
        </div>
        <div>
          <dt>Company and address</dt>
          <dd>
            <Link to="/imprint">Imprint</Link>
          </dd>
        </div>
      </dl>
    </aside>
  )
}

const Mail = ({ what, to }: { what: string; to: string }) => (
  <div>
    <dt>{what}</dt>
    <dd>
      <a href={`mailto:${to}`}>{to}</a>
    </dd>
  </div>
)

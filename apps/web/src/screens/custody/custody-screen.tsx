import { brand } from '@pier/protocol/brand'
import { HeadTags } from '../../shell/public/head-tags.tsx'
import { CodeForm } from './code-form.tsx'
import styles from './custody.module.css'

const title = `Check a name we hold · ${brand.name}`
const description =
  'A custody certificate shows that we hold a domain name. Type its code to check it.'

export const meta = () => [{ title }]

const parts = [
  {
    title: 'What a certificate says',
    text: 'We are the registrar of the name, it is locked, and we hold it for its owner.',
  },
  {
    title: 'Where its facts come from',
    text: 'We read them at the registry, and each reading has its time. Anybody can have it read again.',
  },
  {
    title: 'How you can check it without us',
    text: 'Every certificate is signed. Two commands on its page check the signature, also offline.',
  },
  {
    title: 'Who decides that it is public',
    text: 'The owner of the name. Log in, open My Domains, and choose Custody certificate.',
  },
]

/** Explains certificates, and takes a code. */
export default function CustodyScreen() {
  return (
    <div className={styles.page}>
      <HeadTags title={title} description={description} path="/custody" indexed />
      <div className={styles.entry}>
        <div className={styles.words}>
          <h1>Check a name we hold</h1>
          <p>
            The owner of a name in our custody can publish a certificate. It has a code and an
            address here.
          </p>
          <CodeForm />
        </div>
        <dl className={styles.parts}>
          {parts.map((part) => (
            <div key={part.title}>
              <dt>{part.title}</dt>
              <dd>{part.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}

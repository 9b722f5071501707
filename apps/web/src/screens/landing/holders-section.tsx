import { Link } from 'react-router'
import { useCompanyIfKnown } from '../../shell/public/use-company.ts'
import styles from './holders-section.module.css'

/** Who is trusted with a name: a company, a registrar, a law, and two people for each decision. */
export function HoldersSection() {
  return (
    <section aria-labelledby="holders" className={styles.section}>
      <div className={styles.inside}>
        <header className={styles.head}>
          <h2 id="holders">Who holds your name</h2>
          <p>
            We hold the domain, never the money. Lender pays borrower, borrower repays lender, from
            account to account.
          </p>
        </header>
        <dl className={styles.posts}>
          {usePosts().map(({ label, title, text, link, to }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <b>{title}</b>
                <span>{text}</span>
                <Link to={to}>{link}</Link>
              </dd>
            </div>
          ))}
        </dl>
        <div className={styles.foot}>
          <p>
            Lenders can check a name we hold. <Link to="/custody">Open a custody certificate</Link>
          </p>
          <p>
            <Link to="/security">Security</Link>
            <Link to="/contact">Contact</Link>
          </p>
        </div>
      </div>
    </section>
  )
}

const unknown = 'Not published yet'

function usePosts() {
  const company = useCompanyIfKnown()
  return [
    {
      label: 'Company',
      title: company ? `${company.legalName}, register no. ${company.registerNumber}` : unknown,
      text: company?.address ?? '',
      link: 'Company details',
      to: '/imprint',
    },
    {
      label: 'Registrar',
      title: company
        ? `${company.registrarName}, accreditation no. ${company.accreditationNumber}`
        : unknown,
      text: 'Your name is there under a transfer lock. The agreement names you as its owner.',
      link: 'Look up the accreditation',
      to: '/registrar',
    },
    {
      label: 'Law and court',
      title: company ? `The law of ${company.law}, ${company.forum}` : unknown,
      text: 'Each agreement says so before you sign.',
      link: 'Read the terms',
      to: '/terms',
    },
    {
      label: 'Two operators',
      title: 'No name changes hands on one person’s word',
      text: 'A second operator checks and confirms. Both are named on the decision.',
      link: 'How decisions are made',
      to: '/late',
    },
  ]
}

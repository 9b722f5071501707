import { brand } from '@pier/protocol/brand'
import { Link } from 'react-router'
import { DomainName } from '../../domains/domain-name.tsx'
import { readDomain } from '../../domains/domain-text.ts'
import { useCompany } from '../../shell/public/use-company.ts'
import { TimeText } from '../../text/time-text.tsx'
import { Lockup } from '../../ui/display/lockup.tsx'
import { Mark } from '../../ui/display/mark.tsx'
import styles from './certificate-sheet.module.css'
import { codeLines } from './code-lines.ts'
import { type Certificate, type CertificatePage, daysSince, type Signed } from './registry-facts.ts'
import { RegistryProof } from './registry-proof.tsx'
import { SignaturePanel } from './signature-panel.tsx'

type CertificateSheetProps = { page: CertificatePage; signed: Signed; nowMs: number }

/** The certificate as it is printed. Everything it says stands in the signed file too. */
export function CertificateSheet({ page, signed, nowMs }: CertificateSheetProps) {
  const { certificate } = signed
  const [first, second] = codeLines(signed)
  return (
    <>
      <article className={styles.sheet}>
        <Band certificate={certificate} nowMs={nowMs} />
        <RegistryProof certificate={certificate} nowMs={nowMs} />
        <SignaturePanel page={page} signed={signed} />
        <Meaning certificate={certificate} />
        <p className={styles.lines} aria-hidden="true">
          <span>{first}</span>
          <span>{second}</span>
        </p>
      </article>
      <Imprint domain={certificate.domain} />
    </>
  )
}

type BandProps = { certificate: Certificate; nowMs: number }

function Band({ certificate, nowMs }: BandProps) {
  const { domain, owner_handle, held_since, registry } = certificate
  const isOurs = registry?.with_us ?? true
  return (
    <div className={styles.band}>
      <Mark size="100%" onWater className={styles.mark} />
      <Lockup name={brand.name} parent="Custody certificate" onWater />
      <p className={styles.holds}>{isOurs ? `${brand.name} holds` : `${brand.name} should hold`}</p>
      <h1>
        <DomainName name={domain} size={sizeOf(domain)} />
      </h1>
      <p className={styles.since}>
        for {owner_handle ? <b>{owner_handle}</b> : 'its owner'} since{' '}
        <b>
          <TimeText at={held_since} />
        </b>
        , {daysSince(held_since, nowMs)}. {lockText(registry)}
      </p>
    </div>
  )
}

/** Beside the mark a longer name would break in the largest size. */
const largestMax = 15

function sizeOf(domain: string) {
  const { label, ending } = readDomain(domain)
  return [...label, ...ending].length > largestMax ? 'hero' : 'passport'
}

function lockText(registry: Certificate['registry']): string {
  if (!registry) return 'The registry has not been read yet.'
  if (!registry.with_us) return 'The registry does not show it with us at the moment.'
  return registry.transfer_locked
    ? 'The name is locked against transfer.'
    : 'The name is not locked against transfer at the moment.'
}

const Meaning = ({ certificate: { owner_handle, public_since } }: { certificate: Certificate }) => (
  <div className={styles.meaning}>
    <section aria-labelledby="says">
      <h2 id="says">What it says</h2>
      <p>
        How the registry showed the name at the time above. We hold it for somebody else: its owner
        under the custody agreement.
      </p>
    </section>
    <section aria-labelledby="silent">
      <h2 id="silent">What it does not say</h2>
      <p>
        {owner_handle
          ? 'The name of the person behind the handle, what the domain is worth, and whether there is a loan on it.'
          : 'Who the owner is, what the name is worth, and whether there is a loan on it.'}{' '}
        An order can forbid us to mention a hold.
      </p>
    </section>
    <section aria-labelledby="public">
      <h2 id="public">Who made it public</h2>
      <p>
        The owner, on <TimeText at={public_since} />. The owner can withdraw it; then this address
        answers “No certificate”.
      </p>
    </section>
  </div>
)

function Imprint({ domain }: { domain: string }) {
  const { legalName, registerNumber, address } = useCompany()
  return (
    <p className={styles.imprint}>
      {legalName}, register no. {registerNumber}, {address}. Think something is wrong with this
      name? <Link to={`/report?domain=${encodeURIComponent(domain)}`}>Report theft or abuse</Link>
    </p>
  )
}

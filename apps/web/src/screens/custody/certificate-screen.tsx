import { brand } from '@pier/protocol/brand'
import { data } from 'react-router'
import { readDomain } from '../../domains/domain-text.ts'
import { HeadTags } from '../../shell/public/head-tags.tsx'
import { fullDay } from '../../text/date-text.ts'
import { Mark } from '../../ui/display/mark.tsx'
import type { Route } from './+types/certificate-screen'
import { CertificateActions } from './certificate-actions.tsx'
import { CertificateSheet } from './certificate-sheet.tsx'
import styles from './custody.module.css'
import { findCertificate } from './files/read-certificate.server.ts'
import { NoCertificate } from './no-certificate.tsx'
import type { CertificatePage } from './registry-facts.ts'
import { useFreshReading } from './use-fresh-reading.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${titleOf(loaderData?.page ?? null)} · ${brand.name}` },
]

export async function loader({ request, params }: Route.LoaderArgs) {
  const page = await findCertificate(params.code, request)
  return data({ page, nowMs: Date.now() }, { status: page ? 200 : 404 })
}

export default function CertificateScreen({ loaderData: { page, nowMs } }: Route.ComponentProps) {
  const reading = useFreshReading(page?.is_asked ?? false)
  if (!page) return <NoCertificate />
  const path = `/custody/${page.code}`
  const description = describe(page)
  return (
    <div className={styles.page}>
      <HeadTags
        title={`${titleOf(page)} · ${brand.name}`}
        description={description}
        path={path}
        indexed={false}
        {...(page.signed && { image: { path: `${path}/card.png`, alt: description } })}
      />
      <CertificateActions
        code={page.code}
        isAsked={reading.isWaiting}
        isSigned={page.signed !== null}
        onAsk={reading.again}
      />
      {page.signed ? (
        <CertificateSheet page={page} signed={page.signed} nowMs={nowMs} />
      ) : (
        <Signing isLate={reading.isLate} />
      )}
    </div>
  )
}

const Signing = ({ isLate }: { isLate: boolean }) => (
  <div className={styles.signing} aria-busy={!isLate}>
    <Mark size={56} turning={!isLate} />
    <h1>This certificate is being signed</h1>
    <p aria-live="polite">
      {isLate
        ? 'It takes longer than usual. Come back later, or press “Check again now”.'
        : 'It appears here in a moment. You need not do anything.'}
    </p>
  </div>
)

function titleOf(page: CertificatePage | null): string {
  if (!page) return 'No certificate'
  if (!page.signed) return 'Custody certificate'
  return `Custody certificate of ${nameOf(page.signed.certificate)}`
}

function nameOf({ domain }: { domain: string }): string {
  const { label, ending } = readDomain(domain)
  return label + ending
}

const describe = ({ signed }: CertificatePage): string =>
  signed
    ? `${brand.name} has held ${nameOf(signed.certificate)} since ${fullDay(signed.certificate.held_since)}.`
    : 'A custody certificate that is being signed.'

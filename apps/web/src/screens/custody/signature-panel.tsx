import { limits } from '@pier/protocol/limits'
import { pageOrigin } from '../../shell/public/head-tags.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { QrCode } from '../../ui/display/qr-code.tsx'
import sheet from './certificate-sheet.module.css'
import { type CertificatePage, shortFingerprint, type Signed } from './registry-facts.ts'
import styles from './signature-panel.module.css'

type SignaturePanelProps = { page: CertificatePage; signed: Signed }

/** The signature, and how anybody checks it without trusting this page. */
export function SignaturePanel({ page, signed }: SignaturePanelProps) {
  const { signature, certificate } = signed
  const address = `${pageOrigin}/custody/${page.code}`
  return (
    <section aria-labelledby="verify" className={`${sheet.section} ${styles.signature}`}>
      <div>
        <h2 id="verify">Signature, and how to verify it</h2>
        <dl className={styles.rows}>
          <div>
            <dt>Key</dt>
            <dd className="mono">Ed25519, {shortFingerprint(certificate.key.fingerprint)}</dd>
          </div>
          <div>
            <dt>Signature</dt>
            <dd className="mono">
              {signature.slice(0, 6)}…{signature.slice(-8)}
              <CopyButton
                variant="subtle"
                size="compact-sm"
                text={signature}
                what="the signature"
              />
            </dd>
          </div>
          <div>
            <dt>Valid for</dt>
            <dd>this reading; read again every {limits.registryLookHours} hours</dd>
          </div>
        </dl>
        <Steps page={page} signed={signed} />
      </div>
      <figure className={styles.code}>
        <QrCode text={address} label={`QR code of ${address}`} />
        <figcaption>
          <code>{page.code}</code>
          <br />
          This page, live. A print may be out of date; the code is not.
        </figcaption>
      </figure>
    </section>
  )
}

function Steps({
  page: { code, key },
  signed: { certificate, is_key_in_dns },
}: SignaturePanelProps) {
  const home = `${pageOrigin}/custody`
  const host = new URL(pageOrigin).host
  return (
    <ol className={styles.steps}>
      <li>
        <p>
          Compare the address bar: the page must be at <b>{host}/custody/</b>.
        </p>
      </li>
      <li>
        <p>Ask the registry yourself. Registrar and status must be the same.</p>
        {certificate.rdap ? (
          <Command lines={[`curl ${certificate.rdap}`]} />
        ) : (
          <p className={styles.note}>
            This registry has no RDAP server that we know. Use the search on its own website.
          </p>
        )}
      </li>
      <li>
        <p>
          {is_key_in_dns
            ? 'Check the signed file with the key that we also publish in DNS.'
            : 'Check the signed file with our key.'}
        </p>
        <Command
          lines={[
            ...(is_key_in_dns ? [`dig +short TXT ${key.dns_host}`] : []),
            `curl -O ${home}/key.pem`,
            `curl -O ${home}/${code}/certificate.json`,
            `curl -O ${home}/${code}/certificate.sig`,
            'openssl pkeyutl -verify -pubin -inkey key.pem -rawin \\',
            '  -in certificate.json -sigfile certificate.sig',
          ]}
        />
        {is_key_in_dns && (
          <p className={styles.note}>The DNS gives the line in the middle of key.pem.</p>
        )}
      </li>
    </ol>
  )
}

const Command = ({ lines }: { lines: string[] }) => (
  <pre className={styles.command}>
    <code translate="no">{lines.join('\n')}</code>
  </pre>
)

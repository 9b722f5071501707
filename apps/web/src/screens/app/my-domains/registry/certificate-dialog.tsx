import { Button, Switch } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../../api/client/client.ts'
import { type OwnCertificate, useCertificate } from '../../../../api/domains.ts'
import { DomainName } from '../../../../domains/domain-name.tsx'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { TimeText } from '../../../../text/time-text.tsx'
import { BusyButton } from '../../../../ui/button/busy-button.tsx'
import { CopyButton } from '../../../../ui/button/copy-button.tsx'
import { DialogBody, DialogFooter } from '../../../../ui/dialog/dialog.tsx'
import { SkeletonBar } from '../../../../ui/feedback/skeleton-bar.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { type DomainPanelProps, useSend } from '../dialog-frame/dialog-frame.ts'
import styles from './certificate-dialog.module.css'

/** Makes the certificate of a domain public, and withdraws it. */
export function CertificateDialog({ domain, frame }: DomainPanelProps) {
  const { data, error, refetch } = useCertificate(domain.id)
  const [isWithdrawing, setIsWithdrawing] = useState(false)
  if (isWithdrawing) {
    return <WithdrawForm domain={domain} frame={frame} onDone={() => setIsWithdrawing(false)} />
  }
  return (
    <>
      <DialogBody>
        <DomainName name={domain.domain} size="card" />
        <p>
          A public page shows that we hold this domain, since when, and how the registry shows it.
          It names no value and no loan.
        </p>
        {data ? (
          <Switches
            domain={domain}
            frame={frame}
            own={data}
            onWithdraw={() => setIsWithdrawing(true)}
          />
        ) : error ? (
          <LoadFailed what="The certificate" error={error} onRetry={() => void refetch()} />
        ) : (
          <div aria-busy="true">
            <SkeletonBar width="60%" height={24} />
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={frame.close}>
          Close
        </Button>
        {data?.certificate && (
          <Button
            component="a"
            href={hrefOf(data.certificate)}
            target="_blank"
            rel="noreferrer"
            rightSection={<IconExternalLink size={18} aria-hidden="true" />}
          >
            Open certificate
          </Button>
        )}
      </DialogFooter>
    </>
  )
}

const hrefOf = ({ code }: { code: string }) => `/custody/${code}`

/** Printed codes lead to the address, and it never comes back. */
function WithdrawForm({ domain, frame, onDone }: DomainPanelProps & { onDone: () => void }) {
  const { busy, refusal, send } = useSend(frame)
  const withdraw = () =>
    send({
      what: `Withdraw the custody certificate of ${domain.domain}`,
      work: () => call('DELETE /domains/:id/certificate', { params: { id: domain.id } }),
      onDone: () => {
        onDone()
        return 'Certificate withdrawn'
      },
    })
  return (
    <>
      <DialogBody>
        <DomainName name={domain.domain} size="card" />
        <p>
          The address and every printed code of this certificate stop working for good. A new
          certificate has a new address.
        </p>
        <FormAlert message={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <BusyButton variant="danger" busy={busy} onClick={() => void withdraw()}>
          Withdraw certificate
        </BusyButton>
      </DialogFooter>
    </>
  )
}

type SwitchesProps = DomainPanelProps & { own: OwnCertificate; onWithdraw: () => void }

function Switches({ domain, frame, own, onWithdraw }: SwitchesProps) {
  const { certificate, handle } = own
  const { busy, refusal, send } = useSend(frame)
  const params = { id: domain.id }
  const publish = (withHandle: boolean) =>
    send({
      what: `Publish the custody certificate of ${domain.domain}`,
      work: () =>
        call('PUT /domains/:id/certificate', { params, body: { with_handle: withHandle } }),
      onDone: () => null,
    })
  return (
    <div className={styles.switches}>
      <Switch
        label="Public certificate"
        description={
          certificate ? 'On. Whoever has the address can see it.' : 'Off. Nobody can see it.'
        }
        checked={certificate !== null}
        disabled={busy}
        onChange={() => (certificate ? onWithdraw() : void publish(false))}
      />
      {certificate && (
        <>
          <Switch
            label="Show my handle"
            description={
              handle
                ? `The page then says “for ${handle}”. Off, it says “for its owner”.`
                : 'We draw a handle for you. Off, the page says “for its owner”.'
            }
            checked={certificate.with_handle}
            disabled={busy}
            onChange={() => void publish(!certificate.with_handle)}
          />
          <p className={styles.address}>
            <code>
              {window.location.host}
              {hrefOf(certificate)}
            </code>
            <CopyButton
              variant="default"
              size="compact-md"
              text={window.location.origin + hrefOf(certificate)}
              what="the link"
            />
          </p>
          <p className={styles.since}>
            Public since <TimeText at={certificate.public_at} />. It ends by itself when the domain
            leaves us or has another owner.
          </p>
        </>
      )}
      <FormAlert message={refusal} />
    </div>
  )
}

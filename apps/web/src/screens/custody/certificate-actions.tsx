import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { IconDownload, IconPrinter, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { messageOf } from '../../api/client/api-error.ts'
import { call } from '../../api/client/client.ts'
import { BusyButton } from '../../ui/button/busy-button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useOnce } from '../../ui/form/use-once.ts'
import styles from './custody.module.css'

type CertificateActionsProps = {
  code: string
  isAsked: boolean
  isSigned: boolean
  onAsk: () => void
}

/** What a reader may do with it. None of it is on a print. */
export function CertificateActions({ code, isAsked, isSigned, onAsk }: CertificateActionsProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  const { busy, run } = useOnce(limits.loadingClearMs)

  const checkAgain = () =>
    run(async () => {
      setRefusal(null)
      onAsk()
      try {
        await call('POST /custody/:code/check', { params: { code } })
        await revalidate()
      } catch (error) {
        setRefusal(messageOf(error))
      }
    })
  return (
    <div className={styles.top}>
      <code>/custody/{code}</code>
      <div className={styles.actions}>
        <BusyButton
          variant="default"
          busy={busy || isAsked}
          leftSection={<IconRefresh size={18} aria-hidden="true" />}
          onClick={() => void checkAgain()}
        >
          Check again now
        </BusyButton>
        {isSigned && (
          <Button
            component="a"
            href={`/custody/${code}/certificate.json`}
            download="certificate.json"
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden="true" />}
          >
            Signed file, JSON
          </Button>
        )}
        <Button
          leftSection={<IconPrinter size={18} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </div>
      <FormAlert message={refusal} />
    </div>
  )
}

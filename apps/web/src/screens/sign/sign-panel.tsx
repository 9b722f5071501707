import { useState } from 'react'
import { ApiError } from '../../api/client/api-error.ts'
import { type ToSign, useDocument, useToSign } from '../../api/loans/agreements.ts'
import { DomainName } from '../../domains/domain-name.tsx'
import { LoadFailed } from '../../shell/failures/load-failed.tsx'
import { SkeletonBar } from '../../ui/feedback/skeleton-bar.tsx'
import { AgreementFacts } from './agreement-facts.tsx'
import { AgreementView } from './agreement-view.tsx'
import { Closed, Declined, Signed, WrongLink } from './sign-ends.tsx'
import { SignForm } from './sign-form.tsx'
import styles from './sign-screen.module.css'

export function SignPanel({ token }: { token: string }) {
  const { data, error, refetch } = useToSign(token)
  const [isDeclined, setDeclined] = useState(false)
  if (isDeclined) return <Declined />
  if (data?.is_signed) return <Signed toSign={data} />
  if (data && !data.is_open) return <Closed toSign={data} />
  if (data) return <Agreement toSign={data} token={token} onDeclined={() => setDeclined(true)} />
  if (!error) return <Loading />
  // The other party's link, a wrong one and somebody else's get the same answer.
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <WrongLink />
  return <LoadFailed what="The agreement" error={error} onRetry={() => void refetch()} />
}

type AgreementProps = { toSign: ToSign; token: string; onDeclined: () => void }

function Agreement({ toSign, token, onDeclined }: AgreementProps) {
  const { data: shown, error, refetch } = useDocument(token)
  return (
    <div className={styles.columns}>
      <div className={styles.head}>
        <h1>{toSign.title}</h1>
        <DomainName name={toSign.domain} size="title" />
      </div>
      <AgreementView
        toSign={toSign}
        url={shown?.url}
        sha256={shown?.sha256}
        error={error}
        onRetry={() => void refetch()}
      />
      <div className={styles.side}>
        <AgreementFacts toSign={toSign} />
        <SignForm toSign={toSign} token={token} sha256={shown?.sha256} onDeclined={onDeclined} />
      </div>
    </div>
  )
}

const Loading = () => (
  <div aria-busy="true" className={styles.columns}>
    <div className={styles.head}>
      <h1>Sign agreement</h1>
      <SkeletonBar width={280} height={40} />
    </div>
    <SkeletonBar width="100%" height={480} />
    <SkeletonBar width="100%" height={320} />
  </div>
)

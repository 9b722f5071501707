import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { DomainName } from '../../domains/domain-name.tsx'
import styles from './report.module.css'

type ReportSentProps = { domain: string; onAnother: () => void }

export function ReportSent({ domain, onAnother }: ReportSentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), []) // The clicked button is gone.
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.sent}>
        Report received
      </h1>
      <DomainName name={domain} size="title" />
      <p>A person reads it and writes to you. You do not need to do anything until then.</p>
      <div className={styles.ways}>
        <Button variant="default" onClick={onAnother}>
          Report another
        </Button>
        <Link to="/">Home page</Link>
      </div>
    </>
  )
}

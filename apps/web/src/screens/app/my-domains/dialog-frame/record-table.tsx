import { CopyButton } from '../../../../ui/button/copy-button.tsx'
import styles from './dialog-parts.module.css'

/** The record to create, part by part as a DNS host's form asks for it. */
export function RecordTable({ host, value }: { host: string; value: string }) {
  return (
    <dl className={styles.record}>
      <div>
        <dt>Type</dt>
        <dd>
          <code>TXT</code>
        </dd>
      </div>
      <div>
        <dt>Host</dt>
        <dd>
          <code>{host}</code>
          <CopyButton variant="subtle" size="xs" text={host} what="the host" />
        </dd>
      </div>
      <div>
        <dt>Value</dt>
        <dd>
          <code>{value}</code>
          <CopyButton variant="subtle" size="xs" text={value} what="the value" />
        </dd>
      </div>
    </dl>
  )
}

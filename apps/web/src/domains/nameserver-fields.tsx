import { ActionIcon } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { TextField } from '../ui/form/text-field.tsx'
import styles from './nameserver-fields.module.css'

type NameserverFieldsProps = {
  hosts: readonly string[]
  onChange: (hosts: string[]) => void
  /** Labels are for screen readers only, where a heading says what these are. */
  bare?: boolean
}

/** Pads the list to the two fields that a domain needs. */
export const atLeastTwo = (hosts: readonly string[]) => [
  ...hosts,
  ...Array.from({ length: Math.max(2 - hosts.length, 0) }, () => ''),
]

/** What is sent: the first two even if empty, so that they are refused, and others if filled. */
export const namedHosts = (hosts: readonly string[]) =>
  hosts.map((host) => host.trim()).filter((host, at) => at < 2 || host)

/** Two or more fields. When their number changes, the last one gets the focus. */
export function NameserverFields({ hosts, onChange, bare }: NameserverFieldsProps) {
  const list = useRef<HTMLDivElement>(null)
  useDidUpdate(
    () => list.current?.querySelector<HTMLElement>(':scope > :last-child input')?.focus(),
    [hosts.length],
  )
  return (
    <div ref={list} className={styles.hosts} data-bare={bare || undefined}>
      {hosts.map((host, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- A field is its place: nameserver 3.
        <div key={at} className={styles.host}>
          <TextField
            name={`nameserver${at + 1}`}
            label={`Nameserver ${at + 1}`}
            mono
            value={host}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={253}
            onChange={({ currentTarget }) => onChange(hosts.with(at, currentTarget.value))}
          />
          {at >= 2 && (
            <ActionIcon
              variant="subtle"
              size={44}
              aria-label={`Remove nameserver ${at + 1}`}
              onClick={() => onChange(hosts.toSpliced(at, 1))}
            >
              <IconX size={18} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      ))}
    </div>
  )
}

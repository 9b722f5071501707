import type { ReactNode } from 'react'

type Props = { label: string; className: string | undefined; children: ReactNode }

/** A chart that readers are told in words; what it is drawn with is not read. */
export const Picture = ({ label, className, children }: Props) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- It is drawn here and no file.
  <div role="img" aria-label={label} className={className}>
    {children}
  </div>
)

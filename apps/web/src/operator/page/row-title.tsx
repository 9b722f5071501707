import { DomainName } from '../../domains/domain-name.tsx'

const looksLikeName = /^[^\s@]+\.(?:xn--[a-z\d-]+|[^\s.-]{2,})$/i

/** The title of a row: mostly a domain, which is shown as a name. */
export const RowTitle = ({ title }: { title: string }) =>
  looksLikeName.test(title) ? <DomainName name={title} size="row" /> : <strong>{title}</strong>

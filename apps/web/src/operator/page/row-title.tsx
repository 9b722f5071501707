import { DomainName } from '../../domains/domain-name.tsx'

const looksLikeName = /^[^\s@]+\.(?:xn--[a-z\d-]+|[^\s.-]{2,})$/i

/** What a line is about: mostly a domain, set as names are. */
export const RowTitle = ({ title }: { title: string }) =>
  looksLikeName.test(title) ? <DomainName name={title} size="row" /> : <strong>{title}</strong>

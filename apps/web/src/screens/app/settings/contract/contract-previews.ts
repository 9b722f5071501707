import type { ContractId } from '../../../../users/profile.ts'

export type ContractPreview = { id: ContractId; label: string; name: string; pageCount: number }

/** The two templates as the server's build-contract-previews.ts wrote them to public/contracts. */
export const contractPreviews: [ContractPreview, ContractPreview] = [
  { id: 0, label: 'Standard Agreement (Bank Transfer)', name: 'default', pageCount: 4 },
  { id: 1, label: 'Standard Agreement (Cryptocurrency)', name: 'crypto', pageCount: 5 },
]

export const pdfUrl = ({ name }: ContractPreview) => `/contracts/${name}.pdf`
export const pageUrl = ({ name }: ContractPreview, page: number) => `/contracts/${name}-${page}.png`

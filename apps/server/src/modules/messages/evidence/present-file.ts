import type { LoanFile } from '../../contracts/contracts.service.ts'

export const presentFile = (file: LoanFile) => ({
  id: file.id,
  kind: file.kind as 'exhibit', // One of those that the table takes.
  number: file.number,
  name: file.name,
  type: file.type,
  size: file.size,
  sha256: file.sha256.toString('hex'),
  by: file.addedBy,
  created_at: file.createdAt.toISOString(),
})

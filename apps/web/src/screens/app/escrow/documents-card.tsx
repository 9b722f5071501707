import type { ReactNode } from 'react'
import type { Escrow } from '../../../api/escrow.ts'

export const DocumentsCard: (slot: { escrow: Escrow }) => ReactNode = () => null

import type { ReactNode } from 'react'
import type { Escrow } from '../../../api/escrow.ts'

export const SignatureModal: (slot: { escrow: Escrow }) => ReactNode = () => null

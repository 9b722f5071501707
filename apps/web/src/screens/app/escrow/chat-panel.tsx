import type { ReactNode } from 'react'
import type { Escrow } from '../../../api/escrow.ts'

export const ChatPanel: (slot: { escrow: Escrow }) => ReactNode = () => null

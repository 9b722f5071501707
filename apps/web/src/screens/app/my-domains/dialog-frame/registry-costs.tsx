import { centsOf, formatMoney } from '@pier/protocol/money'
import { IconReceipt2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type DomainDetails, type Quote, useQuote } from '../../../../api/domains.ts'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import styles from './dialog-parts.module.css'

/** The registry's price for this name. It is requested when a dialog opens, so that it is known. */
export const usePrice = ({ id, status }: DomainDetails) =>
  useQuote(id, status.startsWith('EXTERNAL_') ? 'transfer' : 'renew').data

type RegistryCostsProps = { domain: DomainDetails; price: Quote | undefined }

/** What the name costs, before the user commits to anything. */
export function RegistryCosts({ domain, price }: RegistryCostsProps) {
  const isPremium = price?.is_premium ?? domain.registry_fee?.is_premium ?? false
  return (
    <Notice icon={<IconReceipt2 size={18} aria-hidden="true" />}>
      <Words domain={domain} price={price} />{' '}
      {isPremium ? (
        <strong className={styles.premium}>
          The registry counts it among its premium names: it costs more than others, also to renew.
        </strong>
      ) : (
        price?.state === 'ready' && 'Not a premium name.'
      )}
    </Notice>
  )
}

function Words({ domain, price }: RegistryCostsProps) {
  const { registry_fee: usual } = domain
  const isReady = price?.state === 'ready'
  const yearly = dollars(isReady ? (price.renewal ?? usual?.renewal) : usual?.renewal)
  if (!domain.status.startsWith('EXTERNAL_'))
    return yearly ? <>In custody here. It costs {yearly} a year to keep.</> : noPrice
  if (domain.pending_transfer)
    return yearly ? <>On its way here. After that it costs {yearly} a year.</> : noPrice
  const once = dollars(isReady ? price.amount : usual?.transfer)
  if (!once || !yearly) return noPrice
  return (
    <>
      To borrow, the name comes here first: {once} registry fee, which adds a year at most
      registries; {yearly} a year after that.
      {!isReady && ' That is what its ending usually costs; the registry names the price itself.'}
    </>
  )
}

const noPrice = 'The registry names its price before anything is paid.'

const dollars = (amount: number | null | undefined): ReactNode =>
  amount === null || amount === undefined ? null : <strong>{formatMoney(centsOf(amount))}</strong>

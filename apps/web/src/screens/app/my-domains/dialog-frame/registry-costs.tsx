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
          This is a premium domain. It costs more to transfer and to renew.
        </strong>
      ) : (
        price?.state === 'ready' && 'Not a premium domain.'
      )}
    </Notice>
  )
}

function Words({ domain, price }: RegistryCostsProps) {
  const { registry_fee: usual } = domain
  const isReady = price?.state === 'ready'
  const yearly = dollars(isReady ? (price.renewal ?? usual?.renewal) : usual?.renewal)
  if (!domain.status.startsWith('EXTERNAL_'))
    return yearly ? <>In custody. Renewal costs {yearly} a year.</> : noPrice
  if (domain.pending_transfer)
    return yearly ? <>Transfer in progress. After that, renewal costs {yearly} a year.</> : noPrice
  const once = dollars(isReady ? price.amount : usual?.transfer)
  if (!once || !yearly) return noPrice
  return (
    <>
      To borrow, you first transfer the domain in. The registry fee is {once}, which adds a year at
      most registries. Renewal then costs {yearly} a year.
      {!isReady &&
        ' These are the usual prices of this TLD. The registry confirms the exact price.'}
    </>
  )
}

const noPrice = 'We show the registry price before you pay anything.'

const dollars = (amount: number | null | undefined): ReactNode =>
  amount === null || amount === undefined ? null : <strong>{formatMoney(centsOf(amount))}</strong>

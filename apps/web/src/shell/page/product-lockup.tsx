import { brand } from '@pier/protocol/brand'
import { Lockup } from '../../ui/display/lockup.tsx'
import { usePage } from './page-context.tsx'

/** The logo with our name. It turns while the page loads. */
export function ProductLockup({ onWater }: { onWater?: boolean }) {
  const { loading } = usePage()
  return (
    <Lockup
      name={brand.name}
      parent={brand.parent}
      turning={loading && !onWater}
      onWater={onWater}
    />
  )
}

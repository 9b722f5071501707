import { minuteMs } from '@pier/protocol/time'
import { createContext, use, useEffect, useState } from 'react'
import type { Duty, OperatorCallName } from '../../api/operator.ts'

type OnDuty = {
  duty: Duty
  /** How far the server's clock is ahead of this device's. */
  aheadMs: number
}

export const DutyContext = createContext<OnDuty | null>(null)

function useOnDuty(): OnDuty {
  const onDuty = use(DutyContext)
  if (!onDuty) throw new Error('useDuty stands outside the console')
  return onDuty
}

export const useDuty = (): Duty => useOnDuty().duty

/** Whether the roles allow a call. It only spares a refusal: the server checks by itself. */
export function useMay(name: OperatorCallName): boolean {
  return useDuty().calls.includes(name)
}

/** The server's time, to the minute, as it passes. */
export function useNow(): string {
  const { aheadMs } = useOnDuty()
  const [minute, setMinute] = useState(() => minuteNow(aheadMs))
  useEffect(() => {
    const tick = () => setMinute(minuteNow(aheadMs))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [aheadMs])
  return new Date(minute * minuteMs).toISOString()
}

const minuteNow = (aheadMs: number) => Math.floor((Date.now() + aheadMs) / minuteMs)

import { sayDate } from '@pier/protocol/say-time'

/** "2 Sep 2026". */
export const dayText = (date: string): string => sayDate(date.slice(0, 10))

/** "2 Sep", for what is near. */
export const nearDayText = (date: string): string => dayText(date).slice(0, -' 2026'.length)

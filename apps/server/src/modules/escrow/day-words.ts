const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "2 Sep 2026", written by hand: no two machines agree on September. */
export function dayWords(date: string): string {
  const [year = '', month = '1', day = ''] = date.slice(0, 10).split('-')
  return `${Number(day)} ${months[Number(month) - 1]} ${year}`
}

/** "2 Sep", for what is near. */
export const nearDayWords = (date: string): string => dayWords(date).slice(0, -' 2026'.length)

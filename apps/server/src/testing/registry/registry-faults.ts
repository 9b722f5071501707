/**
 * What goes wrong on demand. `closeBefore` cuts the connection without having executed the command,
 * `closeAfter` having executed it: the client cannot tell the two apart. The last three are true
 * answers as some gateways write them.
 */
export type RegistryFaultKind =
  | 'closeBefore'
  | 'closeAfter'
  | 'delay'
  | 'refuse'
  | 'wrongClientId'
  | 'successForPending'
  | 'sentinelDates'
  | 'noTransferData'

/** `command` is the name of the EPP command; left out, the next one is hit, whatever it is. */
export type RegistryFault = {
  kind: RegistryFaultKind
  command?: string
  times?: number
  delayMs?: number
  /** What a refusal says; 2400 if left out. */
  code?: number
}

export function createRegistryFaults() {
  let faults: (RegistryFault & { times: number })[] = []
  return {
    add: (fault: RegistryFault): void => {
      faults.push({ ...fault, times: fault.times ?? 1 })
    },
    take: (command: string): RegistryFault | undefined => {
      const fault = faults.find((one) => one.command === undefined || one.command === command)
      if (!fault) return undefined
      fault.times -= 1
      faults = faults.filter(({ times }) => times > 0)
      return fault
    },
  }
}

/** Spoils an answer that was right. */
export function spoil(xml: string, kind: RegistryFaultKind | undefined): string {
  if (kind === 'wrongClientId') {
    return xml.replace(/<clTRID>.*?<\/clTRID>/, '<clTRID>SOMEBODY-ELSE</clTRID>')
  }
  if (kind === 'successForPending') {
    return xml.replace('code="1001"', 'code="1000"').replace('; action pending', '')
  }
  if (kind === 'sentinelDates') {
    return xml
      .replaceAll(/(<domain:(?:acDate|trDate)>)[^<]*/g, '$10001-01-01T00:00:00.0Z')
      .replaceAll(/(<domain:acID>)[^<]*/g, '$1unknown')
  }
  return kind === 'noTransferData' ? xml.replace(/<resData>.*?<\/resData>/, '') : xml
}

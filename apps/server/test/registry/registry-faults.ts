/**
 * Faults on demand. `closeBefore` cuts the connection without executing the command, `closeAfter`
 * after executing it: the client cannot tell them apart. `refuseAfter` executes it and still
 * refuses it, as when somebody else was faster. `docType` is an answer that no client may parse;
 * the last three are valid answers as some gateways write them.
 */
export type RegistryFaultKind =
  | 'closeBefore'
  | 'closeAfter'
  | 'delay'
  | 'refuse'
  | 'refuseAfter'
  | 'docType'
  | 'wrongClientId'
  | 'successForPending'
  | 'sentinelDates'
  | 'noTransferData'

/** `command` is the name of the EPP command; if omitted, the next command fails. */
export type RegistryFault = {
  kind: RegistryFaultKind
  command?: string
  /** Only commands about this object. */
  name?: string
  times?: number
  delayMs?: number
  /** The code of a refusal; 2400 if omitted. */
  code?: number
}

export type FaultChoice = (command: string) => RegistryFault | undefined

export function createRegistryFaults() {
  let faults: (RegistryFault & { times: number })[] = []
  let choose: FaultChoice = () => undefined
  return {
    add: (fault: RegistryFault): void => {
      faults.push({ ...fault, times: fault.times ?? 1 })
    },
    /** Chooses a fault for every command that has none waiting. */
    chooseBy: (given: FaultChoice): void => {
      choose = given
    },
    take: (command: string, name: string | null): RegistryFault | undefined => {
      const fault = faults.find(
        (one) => (one.command ?? command) === command && (one.name ?? name) === name,
      )
      if (!fault) return choose(command)
      fault.times -= 1
      faults = faults.filter(({ times }) => times > 0)
      return fault
    },
  }
}

/** Corrupts a correct answer. */
export function spoil(xml: string, kind: RegistryFaultKind | undefined): string {
  if (kind === 'wrongClientId') {
    return xml.replace(/<clTRID>.*?<\/clTRID>/, '<clTRID>SOMEBODY-ELSE</clTRID>')
  }
  if (kind === 'docType') return xml.replace('<epp', '<!DOCTYPE epp>\n<epp')
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

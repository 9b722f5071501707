/** Our own validating resolver. It is the one server whose address comes from the configuration. */
import { type DnsReply, plainName, type Question } from './dns-message.ts'
import { askOverTcp, askOverUdp, type DnsServer } from './dns-transport.ts'

export type DnsResolver = ReturnType<typeof createDnsResolver>

export function createDnsResolver(server: DnsServer) {
  const ask = async (
    question: Omit<Question, 'isRecursive'>,
    signal: AbortSignal,
  ): Promise<DnsReply> => {
    const patience = { signal, timeoutMs: resolverMs }
    const asked = { ...question, isRecursive: true }
    const reply = await askOverUdp(server, asked, patience)
    return reply.isTruncated ? askOverTcp(server, asked, patience) : reply
  }
  return {
    ask,

    /** Both kinds of address of a host, IPv4 first. Whether one may be used is not decided here. */
    async listAddresses(host: string, signal: AbortSignal): Promise<string[]> {
      const types = ['A', 'AAAA'] as const
      const replies = await Promise.all(types.map((type) => ask({ name: host, type }, signal)))
      return replies.flatMap(({ answers }) =>
        answers.flatMap((answer) =>
          answer.type === 'A' || answer.type === 'AAAA' ? [answer.data] : [],
        ),
      )
    },

    async listNameServers(name: string, signal: AbortSignal): Promise<string[]> {
      const { answers } = await ask({ name, type: 'NS' }, signal)
      return listNameServersAt(answers, name)
    },
  }
}

/** A resolver that has to walk from the root needs its time; the whole attempt has a limit too. */
const resolverMs = 4_000

/** The name servers of that very name, and of none above or below it. */
export function listNameServersAt(records: DnsReply['answers'], owner: string): string[] {
  const hosts = records.flatMap((record) =>
    record.type === 'NS' && plainName(record.name) === plainName(owner)
      ? [plainName(record.data)]
      : [],
  )
  return [...new Set(hosts)].sort()
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { cutLink, mendLink, signalOn, type Node } from './nodes.ts'

export type Fault = {
  name: string
  /** Whether writes are to be back by themselves, before anything is mended. */
  isSurvived: boolean
  /** Whether another node has to be the primary afterwards. */
  movesPrimary: boolean
  /** Returns how to mend it. */
  strike: (cluster: Cluster) => Promise<() => void | Promise<void>>
}

const database = ['postgres', 'patroni']

/** On the primary, wherever it is by then. */
const onLeader =
  (harm: (leader: Node, cluster: Cluster) => () => void): Fault['strike'] =>
  async (cluster) =>
    harm(await cluster.leader(), cluster)

const kill = (name: string, processes: string[]): Fault => ({
  name,
  isSurvived: true,
  movesPrimary: true,
  strike: onLeader((leader, cluster) => {
    signalOn(leader, processes, 'SIGKILL')
    return () => {
      if (processes.includes('patroni')) cluster.restart(leader)
    }
  }),
})

const killAll = kill('kill of the primary and its Patroni', database)
const killPostgres = kill('kill of PostgreSQL alone', ['postgres'])
const killPatroni = kill('kill of Patroni alone', ['patroni'])

const freeze: Fault = {
  name: 'freeze of the primary',
  isSurvived: true,
  movesPrimary: true,
  strike: onLeader((leader) => {
    signalOn(leader, database, 'SIGSTOP')
    return () => signalOn(leader, database, 'SIGCONT')
  }),
}

const cut: Fault = {
  name: "cut of the primary's network",
  isSurvived: true,
  movesPrimary: true,
  strike: onLeader((leader) => {
    cutLink(leader)
    return () => mendLink(leader)
  }),
}

const switchOver: Fault = {
  name: 'switchover',
  isSurvived: true,
  movesPrimary: true,
  strike: async (cluster) => {
    await cluster.switchOver()
    return () => {}
  },
}

const cutStandby: Fault = {
  name: "cut of a standby's network",
  isSurvived: true,
  movesPrimary: false,
  strike: async (cluster) => {
    const leader = await cluster.leader()
    const standbys = cluster.nodes.filter((node) => node !== leader).slice(0, 1)
    for (const node of standbys) cutLink(node)
    return () => {
      for (const node of standbys) mendLink(node)
    }
  },
}

const loseStandbys: Fault = {
  name: 'loss of both standbys',
  isSurvived: false,
  movesPrimary: false,
  strike: async (cluster) => {
    const leader = await cluster.leader()
    const standbys = cluster.nodes.filter((node) => node !== leader)
    for (const node of standbys) signalOn(node, database, 'SIGKILL')
    return () => {
      for (const node of standbys) cluster.restart(node)
    }
  },
}

const loseEtcd: Fault = {
  name: 'loss of two of three etcd',
  isSurvived: true,
  movesPrimary: false,
  strike: async (cluster) => {
    const lost = cluster.nodes.slice(0, 2)
    for (const node of lost) signalOn(node, ['etcd'], 'SIGSTOP')
    await sleep(15_000) // Longer than the time after which the primary would step down.
    return () => {
      for (const node of lost) signalOn(node, ['etcd'], 'SIGCONT')
    }
  },
}

const round = [killAll, cut, switchOver, killPostgres, freeze, killPatroni]

export const smallRound = [killAll, cut, switchOver]
const others = [cutStandby, loseStandbys, loseEtcd]
export const fullRound = [...round, ...others, ...round, ...round.slice(0, 5)]

/** The ports of the product for browser journeys: consecutive, away from those of `pnpm dev`. */
const first = Number(process.env.JOURNEY_PORT ?? 4400)

export const journeyPorts = {
  web: first,
  api: first + 1,
  apiMetrics: first + 2,
  workerMetrics: first + 3,
  smtp: first + 4,
  inbox: first + 5,
  card: first + 6,
  crypto: first + 7,
  registrar: first + 8,
  clock: first + 9,
  operators: first + 10,
}

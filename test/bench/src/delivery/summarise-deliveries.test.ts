import { describe, expect, it } from 'vitest'
import { deliveryReport, type DeliveryRound, httpAlone, summariseDeliveries } from './summarise-deliveries.ts'

const round = (sender: string, perSecond: number, change: Partial<DeliveryRound> = {}): DeliveryRound => ({
  work: 'http',
  sender,
  perSecond,
  cpuMs: { sender: 1, peer: 2, postgres: 3 },
  rssMiB: 100,
  roundTripsPerDelivery: null,
  ...change,
})
const rounds = [
  round(httpAlone, 100),
  round('worker', 40, { roundTripsPerDelivery: 4.1, cpuMs: { sender: 9, peer: 2, postgres: 3 } }),
  round(httpAlone, 10),
  round('worker', 8, { roundTripsPerDelivery: 4.5, rssMiB: 120, cpuMs: { sender: 4, peer: 2, postgres: 3 } }),
  round(httpAlone, 200),
  round('worker', 100, { roundTripsPerDelivery: 4.2, cpuMs: { sender: 5, peer: 2, postgres: 3 } }),
  round(httpAlone, 10, { work: 'https' }),
  round('worker', 9, { work: 'https' }),
]

describe('summariseDeliveries', () => {
  it("takes the median and the range of each round's own ratio, for each work", () => {
    const summaries = summariseDeliveries(rounds)
    expect(
      summaries.map(({ work, sender, perSecond, range, ratio, ratioRange }) => [
        work,
        sender,
        perSecond,
        ...range,
        ratio,
        ...ratioRange,
      ]),
    ).toEqual([
      ['http', httpAlone, 100, 10, 200, 1, 1, 1],
      ['http', 'worker', 40, 8, 100, 0.5, 0.4, 0.8],
      ['https', httpAlone, 10, 10, 10, 1, 1, 1],
      ['https', 'worker', 9, 9, 9, 0.9, 0.9, 0.9],
    ])
  })

  it('gives the median of CPU times, and the maximum of memory and round trips', () => {
    const [, worker] = summariseDeliveries(rounds)
    expect(worker).toMatchObject({
      cpuMs: { sender: 5, peer: 2, postgres: 3 },
      rssMiB: 120,
      roundTripsPerDelivery: 4.5,
    })
  })
})

describe('deliveryReport', () => {
  it('has the command, the description of the measurement, and a line for each sender', () => {
    const lines = deliveryReport('delivery --rounds 3', ['What.'], summariseDeliveries(rounds)).split('\n')
    expect(lines.slice(0, 3)).toEqual(['`pnpm bench delivery --rounds 3`', '', 'What.'])
    expect(lines.filter((line) => line.startsWith('| http'))).toEqual([
      `| http | ${httpAlone} | 100 | 10–200 | 1.00 | 1.00–1.00 | 1.00 | 2.00 | 3.00 | 100 |  |`,
      '| http | worker | 40 | 8–100 | 0.50 | 0.40–0.80 | 5.00 | 2.00 | 3.00 | 120 | 4.50 |',
      `| https | ${httpAlone} | 10 | 10–10 | 1.00 | 1.00–1.00 | 1.00 | 2.00 | 3.00 | 100 |  |`,
      '| https | worker | 9 | 9–9 | 0.90 | 0.90–0.90 | 1.00 | 2.00 | 3.00 | 100 |  |',
    ])
  })
})

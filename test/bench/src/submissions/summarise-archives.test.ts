import { describe, expect, it } from 'vitest'
import { type ArchiveRound, archiveRows, bareZip } from './summarise-archives.ts'

const round = (server: string, mbPerCpuSecond: number, peakRssMiB = 100): ArchiveRound => ({
  server,
  mbPerCpuSecond,
  mbPerSecond: mbPerCpuSecond / 2,
  peakRssMiB,
})

describe('archiveRows', () => {
  it("takes the median of each round's own ratio to the bare ZIP, and the most memory of all rounds", () => {
    expect(
      archiveRows([
        round(bareZip, 100),
        round('ours', 50, 120),
        round(bareZip, 400),
        round('ours', 320, 150),
        round(bareZip, 200),
        round('ours', 140, 110),
      ]),
    ).toEqual([
      [bareZip, 200, '100–400', '1.00', '1.00–1.00', 100, 100],
      ['ours', 140, '50–320', '0.70', '0.50–0.80', 70, 150],
    ])
  })
})

import { median } from '../summarise.ts'

/** The program that every other one is compared with, in each round. */
export const bareZip = 'bare ZIP'

/** One program's part of one round. */
export interface ArchiveRound {
  readonly server: string
  /** Contents of files, in millions of bytes: headers and checksums are not counted. */
  readonly mbPerCpuSecond: number
  readonly mbPerSecond: number
  readonly peakRssMiB: number
}

type Row = readonly (string | number)[]

export const archiveColumns = [
  'server',
  'MB per CPU second',
  'range',
  `ratio to ${bareZip}`,
  'range',
  'MB/s',
  'peak RSS MiB',
]

/** A row for each server: medians, and the median of the ratios of each round. */
export function archiveRows(rounds: readonly ArchiveRound[]): Row[] {
  const byServer = Map.groupBy(rounds, ({ server }) => server)
  const compared = byServer.get(bareZip) ?? []
  return Array.from(byServer, ([server, own]) => {
    const rates = own.map(({ mbPerCpuSecond }) => mbPerCpuSecond)
    const ratios = rates.map((rate, round) => rate / compared[round]!.mbPerCpuSecond)
    return [
      server,
      Math.round(median(rates)),
      rangeOf(rates, 0),
      median(ratios).toFixed(2),
      rangeOf(ratios, 2),
      Math.round(median(own.map(({ mbPerSecond }) => mbPerSecond))),
      Math.round(Math.max(...own.map(({ peakRssMiB }) => peakRssMiB))),
    ]
  })
}

const rangeOf = (values: readonly number[], digits: number): string =>
  `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`

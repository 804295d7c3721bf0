import type { BenchOptions } from '../benchmark.ts'
import type { MeasuredProcess } from '../measured-process.ts'
import { readToEnd } from './read-to-end.ts'
import type { ArchiveRound } from './summarise-archives.ts'
import { bytesOf, type BenchmarkedSubmission, ofLargeFiles, ofManyFiles, ofOneFile } from './benchmarked-submission.ts'

export interface ArchiveContestant {
  readonly name: string
  readonly server: MeasuredProcess
  readonly urlOf: (submissionId: number) => string
  readonly headers: Record<string, string>
}

export const archiveOperation = 'getSubmissionArchive'
const sampleMs = 25
const warmUpSeconds = 3

/** Measures the contestants in turn. Each archive is read to its end before the next one begins. */
export async function runArchiveContest(
  contestants: readonly ArchiveContestant[],
  { rounds, seconds, say }: BenchOptions,
): Promise<ArchiveRound[]> {
  say(`${archiveOperation}: warming up …`)
  for (const contestant of contestants) await measureArchives(contestant, ofLargeFiles, warmUpSeconds)
  const results: ArchiveRound[] = []
  for (let round = 1; round <= rounds; round += 1) {
    for (const contestant of contestants) {
      const result = await measureArchives(contestant, ofLargeFiles, seconds)
      say(
        `${archiveOperation}, round ${round} of ${rounds}: ${contestant.name}: ${Math.round(result.mbPerCpuSecond)} MB per CPU second, ` +
          `${Math.round(result.mbPerSecond)} MB/s`,
      )
      results.push(result)
    }
  }
  return results
}

/** The most memory while archives of one file are read, and while one is read that has many times as much. */
export async function measureFlatness(
  contestant: ArchiveContestant,
  seconds: number,
): Promise<{ readonly ofOneFileMiB: number; readonly ofManyFilesMiB: number }> {
  const { peakRssMiB: ofOneFileMiB } = await measureArchives(contestant, ofOneFile, seconds)
  const { peakRssMiB: ofManyFilesMiB } = await measureArchives(contestant, ofManyFiles, seconds)
  return { ofOneFileMiB, ofManyFilesMiB }
}

async function measureArchives(
  { name, server, urlOf, headers }: ArchiveContestant,
  submission: BenchmarkedSubmission,
  seconds: number,
): Promise<ArchiveRound> {
  let peakRssMiB = server.rssMiB()
  const sampling = setInterval(() => {
    peakRssMiB = Math.max(peakRssMiB, server.rssMiB())
  }, sampleMs)
  try {
    const [beganAt, cpuBefore] = [performance.now(), server.cpuSeconds()]
    let megabytes = 0
    let elapsedS = 0
    do {
      const bytes = await readToEnd(urlOf(submission.submissionId), headers)
      if (bytes < bytesOf(submission)) throw new Error(`${name} gave ${bytes} bytes`)
      megabytes += bytesOf(submission) / 1e6
      elapsedS = (performance.now() - beganAt) / 1000
    } while (elapsedS < seconds)
    const mbPerCpuSecond = megabytes / (server.cpuSeconds() - cpuBefore)
    return { server: name, mbPerCpuSecond, mbPerSecond: megabytes / elapsedS, peakRssMiB }
  } finally {
    clearInterval(sampling)
  }
}

import type { BenchOptions } from '../benchmark.ts'
import type { MeasuredProcess } from '../measured-process.ts'
import { readToEnd } from './read-to-end.ts'
import type { ArchiveRound } from './summarise-archives.ts'
import { bytesOf, ofLargeFiles } from './benchmarked-submission.ts'

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
  for (const contestant of contestants) await measureArchives(contestant, warmUpSeconds)
  const results: ArchiveRound[] = []
  for (let round = 1; round <= rounds; round += 1) {
    for (const contestant of contestants) {
      const result = await measureArchives(contestant, seconds)
      say(
        `${archiveOperation}, round ${round} of ${rounds}: ${contestant.name}: ${Math.round(result.mbPerCpuSecond)} MB per CPU second, ` +
          `${Math.round(result.mbPerSecond)} MB/s`,
      )
      results.push(result)
    }
  }
  return results
}

async function measureArchives(
  { name, server, urlOf, headers }: ArchiveContestant,
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
      const bytes = await readToEnd(urlOf(ofLargeFiles.submissionId), headers)
      if (bytes < bytesOf(ofLargeFiles)) throw new Error(`${name} gave ${bytes} bytes`)
      megabytes += bytesOf(ofLargeFiles) / 1e6
      elapsedS = (performance.now() - beganAt) / 1000
    } while (elapsedS < seconds)
    const mbPerCpuSecond = megabytes / (server.cpuSeconds() - cpuBefore)
    return { server: name, mbPerCpuSecond, mbPerSecond: megabytes / elapsedS, peakRssMiB }
  } finally {
    clearInterval(sampling)
  }
}

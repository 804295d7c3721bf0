import type { IslandManifest } from './island-manifest.ts'

/** How many bytes an island may load at first, with brotli. */
export const islandLimits: Readonly<Record<string, number>> = { grading: 60_000, rubric: 30_000, staff: 4_000 }

/** A line for each island. */
export function islandLines({ entries }: IslandManifest): string[] {
  return Object.entries(entries).map(([name, { bytes }]) => {
    const limit = islandLimits[name]
    return `${name}  ${inKilobytes(bytes)} kB of script${limit === undefined ? '' : ` of ${inKilobytes(limit)}`}`
  })
}

const inKilobytes = (bytes: number): string => (bytes / 1000).toFixed(1)

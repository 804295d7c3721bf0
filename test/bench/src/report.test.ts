import { describe, expect, it } from 'vitest'
import { baseline, type Round } from './benchmark.ts'
import { replaceSection } from './report.ts'
import { summarise } from './summarise.ts'

const round = (server: string, requestsPerCpuSecond: number, more: Partial<Round> = {}): Round => ({
  operation: 'read',
  server,
  connections: 8,
  queriesPerRequest: null,
  sample: { requestsPerCpuSecond, requestsPerSecond: 1, p50Ms: 1, p99Ms: 2, rssMiB: 3, requests: 10 },
  ...more,
})

describe('summarise', () => {
  it("takes the median of each round's own ratio, for each operation and number of connections", () => {
    const summaries = summarise([
      round(baseline, 100),
      round('ours', 50),
      round(baseline, 10),
      round('ours', 20),
      round(baseline, 200),
      round('ours', 160),
      round(baseline, 10, { operation: 'write' }),
      round('ours', 30, { operation: 'write', queriesPerRequest: 4 }),
      round(baseline, 10, { connections: 32 }),
      round('ours', 40, { connections: 32 }),
    ])
    expect(
      summaries.map(({ operation, connections, server, ratio, range, queriesPerRequest }) => [
        operation,
        connections,
        server,
        ratio,
        ...range,
        queriesPerRequest,
      ]),
    ).toEqual([
      ['read', 8, baseline, 1, 10, 200, null],
      ['read', 8, 'ours', 0.8, 20, 160, null],
      ['write', 8, baseline, 1, 10, 10, null],
      ['write', 8, 'ours', 3, 30, 30, 4],
      ['read', 32, baseline, 1, 10, 10, null],
      ['read', 32, 'ours', 4, 40, 40, null],
    ])
  })
})

describe('replaceSection', () => {
  const document = '# Results\n\nWhat.\n\n## a\nold a\n\n## b\n### part\nold b\n'

  it('leaves what other benchmarks wrote', () => {
    expect(replaceSection(document, 'a', 'new a\n')).toBe(
      '# Results\n\nWhat.\n\n## a\nnew a\n\n## b\n### part\nold b\n',
    )
    expect(replaceSection(document, 'b', 'new b\n')).toBe('# Results\n\nWhat.\n\n## a\nold a\n\n## b\nnew b\n')
  })

  it('adds a section that is new', () => {
    expect(replaceSection('# Results\n', 'a', 'new a')).toBe('# Results\n\n## a\nnew a\n')
  })
})

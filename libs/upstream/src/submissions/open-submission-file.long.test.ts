import { describe, expect, it } from 'vitest'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { openSubmissionFile } from '../index.ts'

const { fake, upstream, as } = useFakeUpstream()
const gibibyte = 1024 ** 3

describe('openSubmissionFile, a file of 4 GiB', () => {
  it('returns every byte, with no more memory than for a small file', async () => {
    const content = { kind: 'pattern', seed: 1, sizeBytes: 4 * gibibyte, alphabet: 'zeros' } as const
    const file = { id: 1, filename: 'a.bin', paramName: 'file1', content }
    const { id } = fake().world.addSubmission({ exerciseId: 1103, submitterIds: [201], files: [file] })
    const { sizeBytes, body } = await openSubmissionFile(upstream(), as(201), id, 1)
    let received = 0
    let maxHeld = 0
    let pieces = 0
    for await (const piece of body) {
      received += piece.byteLength
      pieces += 1
      // This counts the memory of both sides, since the simulator runs in this process, too.
      if (pieces % 1000 === 0) maxHeld = Math.max(maxHeld, process.memoryUsage().arrayBuffers)
    }
    expect([sizeBytes, received]).toEqual([4 * gibibyte, 4 * gibibyte])
    expect(maxHeld).toBeLessThan(256 * 1024 * 1024)
  })
})

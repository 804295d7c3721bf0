import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assembleContent, contentLimitBytes, maxFileBytes } from './assemble-content.ts'
import { contentSource } from './content-source.fixture.ts'
import { checkContent, submission } from './generated-submission.fixture.ts'

const mib = 1024 * 1024

describe('assembleContent', () => {
  it(
    'returns each file once, with its text or the reason for leaving it out, for 2,000 generated submissions',
    { timeout: 900_000 },
    async () => {
      await fc.assert(fc.asyncProperty(submission, checkContent), { numRuns: 2_000 })
    },
  )

  it('frees files after reading them: a thousand files of 5 MiB take no more memory than the content and some files', async () => {
    let most = 0
    const files = Array.from({ length: 1_000 }, (_, at) => ({ name: `${at}`, content: '' }))
    const { bytes } = await assembleContent(
      contentSource(files, {
        // One file in 200 is a text. The others are read only to find that they are not text.
        readFile: async ({ fileId }, maxBytes) => {
          most = Math.max(most, process.memoryUsage().arrayBuffers)
          if (maxBytes < maxFileBytes - 1) return { kind: 'too_large', size: maxFileBytes - 1 }
          return { kind: 'read', bytes: Buffer.alloc(maxFileBytes - 1, fileId % 200 === 0 ? 'a' : 0) }
        },
      }),
    )
    expect(bytes).toBeGreaterThan(contentLimitBytes - 6 * mib)
    expect(most).toBeLessThan(25 * mib + 40 * 5 * mib)
  })
})

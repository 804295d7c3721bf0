import { archive } from '@course-grading/archives'
import { describe, expect, it } from 'vitest'
import { entryNames } from './zip-entries.ts'

describe('entryNames', () => {
  it('reads the names of an archive as the service writes it', async () => {
    const file = (name: string) => ({
      name,
      open: async () => ({
        sizeBytes: 1,
        body: (async function* () {
          yield Buffer.from('x')
        })(),
      }),
    })
    const files = [file('työ.py'), file('image.png')]
    async function* submissions() {
      yield { submissionId: 3001, submitters: ['Eero'], submittedAt: '2026-10-01T09:37:00Z', files }
    }
    expect(entryNames(Buffer.concat(await Array.fromAsync(archive(submissions()))))).toEqual([
      '3001-Eero/',
      '3001-Eero/työ.py',
      '3001-Eero/image.png',
      'manifest.csv',
    ])
  })

  it('complains about an archive that was cut', () => {
    expect(() => entryNames(Buffer.from('PK'))).toThrow('no end')
  })
})

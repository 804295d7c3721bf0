import { createLogger } from '@course-grading/http-kit'
import { describe, expect, it } from 'vitest'
import { untilRecorded } from './until-recorded.ts'

describe('untilRecorded', () => {
  it('repeats the recording until the database confirms it', async () => {
    let attempts = 0
    const recorded = await untilRecorded({ logger, ended: never }, 'd-1', async () => {
      attempts += 1
      if (attempts < 3) throw new Error('gone, with a secret')
      return true
    })
    expect([recorded, attempts]).toEqual(['written', 3])
    expect(lines.filter((line) => line.includes('delivery_record_failed'))).toHaveLength(2)
    expect(lines.join('')).not.toContain('secret')
  })

  it("accepts the database's decision that the delivery is no longer this lease's", async () => {
    expect(await untilRecorded({ logger, ended: never }, 'd-1', async () => false)).toBe('not_ours')
  })

  it('returns unknown if an attempt without a reply may have recorded the outcome', async () => {
    let attempts = 0
    const recorded = await untilRecorded({ logger, ended: never }, 'd-1', async () => {
      attempts += 1
      if (attempts === 1) throw new Error('gone')
      return false
    })
    expect(recorded).toBe('unknown')
  })

  it('stops with the process, and after its time limit', async () => {
    const ended = new AbortController()
    const waiting = untilRecorded({ logger, ended: ended.signal }, 'd-1', () => Promise.reject(new Error('gone')))
    ended.abort()
    expect(await waiting).toBe('unknown')
    expect(await untilRecorded({ logger, ended: never }, 'd-1', () => Promise.reject(new Error('gone')), 50)).toBe(
      'unknown',
    )
  })
})

const lines: string[] = []

const logger = createLogger({
  service: 'test',
  version: 'test',
  level: 'debug',
  stream: { write: (line) => void lines.push(line) },
})
const never = new AbortController().signal

import { describe, expect, it } from 'vitest'
import { createRequestRecord } from './request-record.ts'

const record = () => createRequestRecord('request-of-test', performance.now())

describe('the deadline of a request', () => {
  it('aborts when the client leaves', () => {
    const request = record()
    const deadline = request.deadline(60_000)
    expect(deadline.aborted).toBe(false)
    request.abandon()
    expect(deadline.aborted).toBe(true)
  })

  it('is over for whoever asks after the client has left', () => {
    const request = record()
    request.abandon()
    expect(request.deadline(60_000).aborted).toBe(true)
  })

  it('counts from the restart, and still ends when the client leaves', () => {
    const request = createRequestRecord('request-of-test', performance.now() - 60_000)
    expect(request.deadline(30_000)).toBeDefined()
    request.restart()
    const deadline = request.deadline(30_000)
    expect(deadline.aborted).toBe(false)
    request.abandon()
    expect(deadline.aborted).toBe(true)
  })

  it('is one for all who ask: the first limit holds', () => {
    const request = record()
    expect(request.deadline(60_000)).toBe(request.deadline(1))
  })
})

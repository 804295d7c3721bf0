import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createRequestRecord } from './request-record.ts'

const record = () => createRequestRecord('request-of-test', performance.now())

describe('the signal of a client that left', () => {
  it('aborts when the request ends without a whole reply, and does not when the reply was sent', () => {
    for (const [isAnswered, fires] of [
      [false, true],
      [true, false],
    ] as const) {
      const record = createRequestRecord('id', performance.now())
      const socket = new PassThrough()
      const gone = record.gone(socket)
      record.end(isAnswered)
      expect([gone.aborted, record.gone(socket).aborted]).toEqual([fires, fires])
      expect(socket.listenerCount('end')).toBe(new PassThrough().listenerCount('end'))
    }
  })

  it('fires when the client ends its side of the connection, before or after the signal was first read', async () => {
    const socket = new PassThrough()
    const gone = record().gone(socket)
    expect(gone.aborted).toBe(false)
    socket.end()
    socket.resume()
    await once(socket, 'end')
    expect([gone.aborted, record().gone(socket).aborted]).toEqual([true, true])
  })
})

describe('the deadline of a request', () => {
  it('aborts when the client leaves before the reply', () => {
    const request = record()
    const deadline = request.deadline(60_000)
    expect(deadline.aborted).toBe(false)
    request.end(false)
    expect(deadline.aborted).toBe(true)
  })

  it('is aborted from the beginning if the client has already left', () => {
    const request = record()
    request.end(false)
    expect(request.deadline(60_000).aborted).toBe(true)
  })

  it('is later by the time given to `extend`, and still aborts when the client leaves', async () => {
    const request = createRequestRecord('request-of-test', performance.now() - 60_000)
    await once(request.deadline(60_000), 'abort')
    request.extend(600_000)
    const deadline = request.deadline(60_000)
    await once(AbortSignal.timeout(50), 'abort') // without `extend` the deadline would have passed by now
    expect(deadline.aborted).toBe(false)
    request.end(false)
    expect(deadline.aborted).toBe(true)
  })

  it('does not abort once the request has its reply', async () => {
    const request = record()
    const deadline = request.deadline(20)
    request.end(true)
    await once(AbortSignal.timeout(60), 'abort')
    expect(deadline.aborted).toBe(false)
  })

  it('is the same signal for every call, with the limit of the first call', () => {
    const request = record()
    expect(request.deadline(60_000)).toBe(request.deadline(1))
  })
})

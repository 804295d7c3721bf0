import { describe, expect, it } from 'vitest'
import { createKeyedSemaphore } from './index.ts'

const soon = { waitMs: 10 }

describe('createKeyedSemaphore', () => {
  it('has so many slots for each key, and names the keys that have none left', async () => {
    const semaphore = createKeyedSemaphore<string>({ slots: 2 })
    expect([semaphore.tryAcquire('a'), semaphore.tryAcquire('b'), await semaphore.acquire('a', soon)]).toEqual([
      true,
      true,
      'acquired',
    ])
    expect(semaphore.fullKeys()).toEqual(['a'])
    expect([semaphore.tryAcquire('a'), await semaphore.acquire('a', soon)]).toEqual([false, 'timed_out'])
    semaphore.release('a')
    expect([semaphore.fullKeys(), semaphore.tryAcquire('a')]).toEqual([[], true])
  })

  it('hands a slot on within its key only', async () => {
    const semaphore = createKeyedSemaphore<string>({ slots: 1, queueLimit: 1 })
    semaphore.tryAcquire('a')
    semaphore.tryAcquire('b')
    const waiting = semaphore.acquire('a', { waitMs: 60_000 })
    semaphore.release('b')
    expect(semaphore.fullKeys()).toEqual(['a'])
    semaphore.release('a')
    expect([await waiting, semaphore.fullKeys()]).toEqual(['acquired', ['a']])
  })

  it('holds nothing of a caller that gave up before it began', async () => {
    const semaphore = createKeyedSemaphore<string>({ slots: 1 })
    expect(await semaphore.acquire('a', { ...soon, signal: AbortSignal.abort() })).toBe('aborted')
    expect(semaphore.tryAcquire('a')).toBe(true)
  })

  it('rejects a release without a holder', () => {
    expect(() => createKeyedSemaphore<string>({ slots: 1 }).release('a')).toThrow('nobody held')
  })
})

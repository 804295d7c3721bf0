import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NamedFields } from './field-names.ts'
import { noFields } from './fields.ts'
import { fromNames, toNames } from './read-fields.ts'
import type { SaveAnswer } from './saved-document.ts'
import { createSaver, type Saver } from './saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the saver of a document', () => {
  it('saves a second after the last change, one save at a time', async () => {
    const { saver, server } = open()
    type(saver, { body: 'a' })
    await vi.advanceTimersByTimeAsync(900)
    type(saver, { body: 'ab' })
    await vi.advanceTimersByTimeAsync(900)
    expect([server.sends, saver.state()]).toEqual([[], 'unsaved'])
    await vi.advanceTimersByTimeAsync(200)
    expect([server.sends, server.fields, saver.state()]).toEqual([[{ body: 'ab' }], { body: 'ab' }, 'saved'])
  })

  it('saves within ten seconds of the first change, however long somebody types', async () => {
    const { saver, server } = open()
    for (let length = 1; length <= 24; length += 1) {
      type(saver, { body: 'x'.repeat(length) })
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(server.sends.length).toBeGreaterThan(0)
  })

  it('waits for a second of quiet again after a save', async () => {
    const { saver, server } = open()
    type(saver, { body: 'a' })
    await vi.advanceTimersByTimeAsync(11_000)
    type(saver, { body: 'ab' })
    await vi.advanceTimersByTimeAsync(900)
    expect([server.sends, saver.state()]).toEqual([[{ body: 'a' }], 'unsaved'])
  })

  it('sends what was typed during a save after it', async () => {
    const { saver, server } = open({ delayMs: 3_000 })
    type(saver, { body: 'a' })
    await vi.advanceTimersByTimeAsync(2_000)
    type(saver, { body: 'ab' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect([server.sends, server.fields]).toEqual([[{ body: 'a' }, { body: 'ab' }], { body: 'ab' }])
  })

  it('reads first after a save that was not answered, and is silent where it had arrived', async () => {
    const { saver, server } = open()
    server.fault = 'after'
    type(saver, { body: 'a' })
    await vi.advanceTimersByTimeAsync(1_100)
    expect(saver.state()).toBe('away')
    type(saver, { body: 'ab' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect([server.fields, saver.conflicts(), saver.state()]).toEqual([{ body: 'ab' }, [], 'saved'])
  })

  it('knows of a field that it emptied in a save that was not answered', async () => {
    const { saver, server } = open()
    type(saver, { body: 'a' })
    await vi.advanceTimersByTimeAsync(5_000)
    server.fault = 'after'
    type(saver, { body: '' })
    await vi.advanceTimersByTimeAsync(1_100)
    server.fault = null
    type(saver, { body: 'b' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect([server.fields, saver.conflicts(), saver.state()]).toEqual([{ body: 'b' }, [], 'saved'])
  })

  it('lets the person settle what both changed, and saves everything else meanwhile', async () => {
    const { saver, server } = open()
    server.write({ body: 'theirs' })
    type(saver, { body: 'mine', privateNote: 'mine too' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect([saver.state(), saver.conflicts(), saver.mine().body]).toEqual(['conflict', [{ of: 'body' }], 'mine'])
    expect(server.fields).toEqual({ body: 'theirs', privateNote: 'mine too' })
  })

  it.each(['mine', 'theirs'] as const)('goes on with %s', async (by) => {
    const { saver, server } = open()
    server.write({ body: 'theirs' })
    type(saver, { body: 'mine' })
    await vi.advanceTimersByTimeAsync(5_000)
    saver.settle({ of: 'body' }, by)
    await vi.advanceTimersByTimeAsync(5_000)
    expect([server.fields, toNames(saver.mine()), saver.state()]).toEqual([{ body: by }, { body: by }, 'saved'])
  })

  it('keeps the objects of what nobody changed, so that the next key compares one of them', async () => {
    const { saver, server } = open()
    type(saver, { 'annotations/a/place': '{"anchor":{"answerKey":"q1"},"startLine":1,"endLine":1}' })
    await vi.advanceTimersByTimeAsync(5_000)
    server.write({ body: 'theirs' })
    void saver.lookAgain()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(saver.mine().body).toBe('theirs')
    expect(saver.base().fields.annotations.get('a')).toBe(saver.mine().annotations.get('a'))
  })

  it('overwrites nothing that it has not read, where somebody else saved between two saves', async () => {
    const { saver, server } = open()
    server.write({ privateNote: 'theirs' })
    type(saver, { body: 'mine' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(toNames(saver.mine())).toEqual({ body: 'mine', privateNote: 'theirs' })
    type(saver, { privateNote: 'mine' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect([server.fields, saver.state()]).toEqual([{ body: 'mine', privateNote: 'mine' }, 'saved'])
  })

  it('reads before it saves where another document moved it by more than its own save', async () => {
    const { saver, server } = open()
    server.write({ privateNote: 'theirs' })
    server.write({})
    saver.advance(3)
    type(saver, { privateNote: 'mine' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect([saver.state(), server.sends]).toEqual(['conflict', []])
  })

  it.each<[SaveAnswer['kind'], state: string]>([
    ['lost', 'lost'],
    ['other-person', 'other-person'],
    ['signed-out', 'signed-out'],
    ['refused', 'refused'],
  ])('sends nothing more by itself after an answer %s, and keeps what was typed', async (kind, state) => {
    const { saver, server } = open()
    server.answer = { kind, issues: [] } as SaveAnswer
    type(saver, { body: 'a' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect([server.sends.length, saver.state(), toNames(saver.mine())]).toEqual([1, state, { body: 'a' }])
  })

  it.each(['signed-out', 'refused'] as const)('goes on after an answer %s that was mended', async (kind) => {
    const { saver, server } = open()
    server.answer = { kind, issues: [] } as SaveAnswer
    type(saver, { body: 'a' })
    await vi.advanceTimersByTimeAsync(2_000)
    server.answer = null
    if (kind === 'refused') type(saver, { body: 'ab' })
    const flushed = saver.flush()
    await vi.advanceTimersByTimeAsync(100)
    expect([await flushed, server.fields]).toEqual(['saved', toNames(saver.mine())])
  })

  it('sends again by itself what was mended while it was refused', async () => {
    const { saver, server } = open({ delayMs: 1_000 })
    server.answer = { kind: 'refused', issues: [] }
    type(saver, { body: 'too long' })
    await vi.advanceTimersByTimeAsync(1_500)
    server.answer = null
    type(saver, { body: 'short' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect([saver.state(), server.fields]).toEqual(['saved', { body: 'short' }])
  })

  it('sends once more what was refused where the person saves again', async () => {
    const { saver, server } = open()
    server.answer = { kind: 'refused', issues: [] }
    type(saver, { body: 'a' })
    await vi.advanceTimersByTimeAsync(2_000)
    server.answer = null
    const flushed = saver.flush()
    await vi.advanceTimersByTimeAsync(100)
    expect(await flushed).toBe('saved')
  })

  it('is waited for by everybody who saves while a save runs', async () => {
    const { saver, server } = open({ delayMs: 1_000 })
    server.fault = 'before'
    type(saver, { body: 'a' })
    const flushed = [saver.flush(), saver.flush(), saver.flush()]
    server.fault = null
    await vi.advanceTimersByTimeAsync(10_000)
    expect([await Promise.all(flushed), server.fields]).toEqual([['away', 'saved', 'saved'], { body: 'a' }])
  })

  it('asks ever later while the server is away, at most every 15 seconds', async () => {
    const { saver, server } = open()
    server.fault = 'down'
    type(saver, { body: 'a' })
    await vi.advanceTimersByTimeAsync(120_000)
    expect([server.sends.length, server.reads, saver.state()]).toEqual([1, 10, 'away'])
    server.fault = null
    await vi.advanceTimersByTimeAsync(15_000)
    expect([server.fields, saver.state()]).toEqual([{ body: 'a' }, 'saved'])
  })

  it('sends nothing for a look', async () => {
    const { server } = open()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.sends).toEqual([])
  })

  it('has in the end on the server what was typed, over any delays, faults and others at other fields', async () => {
    const step = fc.record({
      text: fc.string({ maxLength: 3 }),
      path: fc.constantFrom('body', 'privateNote'),
      pauseMs: fc.integer({ min: 0, max: 4_000 }),
      delayMs: fc.integer({ min: 0, max: 5_000 }),
      fault: fc.constantFrom(null, null, 'before', 'after', 'stale'),
      others: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const { saver, server } = open()
        for (const { text, path, pauseMs, delayMs, fault, others } of steps) {
          Object.assign(server, { delayMs, fault })
          if (others) server.write({ 'scores/a/comment': text })
          type(saver, { [path]: `${toNames(saver.mine())[path] ?? ''}${text}` })
          await vi.advanceTimersByTimeAsync(pauseMs)
        }
        server.fault = null
        await vi.advanceTimersByTimeAsync(60_000)
        const { body = '', privateNote = '' } = server.fields
        expect([saver.state(), body, privateNote]).toEqual(['saved', saver.mine().body, saver.mine().note])
      }),
      { numRuns: 200 },
    )
  })
})

const type = (saver: Saver, changes: NamedFields): void =>
  saver.change(fromNames({ ...toNames(saver.mine()), ...changes }))

/** A server that, as the boundary does, refuses a change of a field that changed since the revision that it is based on. */
function open(options: { delayMs?: number } = {}) {
  const changedAt = new Map<string, number>()
  const server = {
    revision: 1,
    fields: {} as NamedFields,
    sends: [] as NamedFields[],
    delayMs: options.delayMs ?? 0,
    fault: null as 'before' | 'after' | 'stale' | 'down' | null,
    reads: 0,
    answer: null as SaveAnswer | null,
    write(changes: NamedFields) {
      server.revision += 1
      for (const path of Object.keys(changes)) changedAt.set(path, server.revision)
      server.fields = Object.fromEntries(
        Object.entries({ ...server.fields, ...changes }).filter(([, value]) => value !== ''),
      )
    },
  }
  const send = async (patch: NamedFields, base: number): Promise<SaveAnswer> => {
    server.sends.push(patch)
    const { delayMs, fault, answer } = server
    await wait(delayMs)
    if (answer !== null) return answer
    if (fault === 'before' || fault === 'down') return { kind: 'away' }
    const isStale = Object.entries(patch).some(
      ([path, value]) => (changedAt.get(path) ?? 0) > base && (server.fields[path] ?? '') !== value,
    )
    if (isStale || fault === 'stale') return { kind: 'stale' }
    server.write(patch)
    const { revision } = server
    if (fault === 'after') return { kind: 'away' }
    await wait(delayMs)
    return { kind: 'saved', revision }
  }
  const saver = createSaver<NamedFields>(
    {
      wholeOf: (_base, mine) => mine,
      patchOf(from, whole) {
        const [base, mine] = [toNames(from), toNames(whole)]
        const changed = [...new Set([...Object.keys(base), ...Object.keys(mine)])].filter(
          (path) => base[path] !== mine[path],
        )
        return changed.length === 0 ? null : Object.fromEntries(changed.map((path) => [path, mine[path] ?? '']))
      },
      send,
      read: async () => {
        server.reads += 1
        await wait(server.delayMs)
        if (server.fault === 'down') return { kind: 'away' }
        return { kind: 'read', copy: { revision: server.revision, fields: fromNames(server.fields) } }
      },
    },
    { copy: { revision: 1, fields: noFields } },
    () => {},
  )
  return { saver, server }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

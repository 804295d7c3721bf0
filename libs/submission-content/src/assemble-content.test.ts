import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { assembleContent, contentLimitBytes, maxFileBytes } from './assemble-content.ts'
import { contentSource, readContent, type GivenFile } from './content-source.fixture.ts'

const mib = 1024 * 1024
const filesOf = async (given: readonly GivenFile[], source: Parameters<typeof contentSource>[1] = {}) =>
  (await readContent(contentSource(given, source))).files
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
const pythonTemplate = (template: string) => ({ templates: new Map([['a.py', Buffer.from(template)]]) })

describe('assembleContent', () => {
  it('has the members of the contract, in order', async () => {
    const { chunks } = await assembleContent(contentSource([{ name: 'a.py', field: 'f', content: 'x\n' }]))
    const sha256 = createHash('sha256').update('x\n').digest('hex')
    expect(Buffer.concat(chunks).toString()).toBe(
      `{"submissionId":3001,"files":[{"fileId":1,"path":"a.py","field":"f","size":2,"sha256":"${sha256}","language":"python",` +
        '"template":"none","text":"x\\n"}],"formAnswers":[],"truncated":{"files":0,"excluded":0}}',
    )
  })

  it('has the reason why a file has no text, and the known facts about the file', async () => {
    const files = await filesOf([
      { name: 'a', content: 'x\0' },
      { name: 'b', content: Uint8Array.of(0xff, 0x81) },
      { name: 'c', content: { kind: 'unavailable' } },
      { name: 'd', content: { kind: 'too_large', size: 7_000_000 } },
      { name: 'e', content: { kind: 'too_large', size: null } },
    ])
    expect(files.map(({ size, sha256, omitted, text }) => [omitted, size, sha256 !== null, text])).toEqual([
      ['binary', 2, true, undefined],
      ['not_text', 2, true, undefined],
      ['unavailable', 0, false, undefined],
      ['too_large', 7_000_000, false, undefined],
      ['too_large', 0, false, undefined],
    ])
  })

  it('leaves out and counts excluded files and files beyond a thousand', async () => {
    const given = Array.from({ length: 1_003 }, (_, at) => ({ name: at < 2 ? '.DS_Store' : `f${at}`, content: '' }))
    const { files, truncated } = await readContent(contentSource(given))
    expect([files.length, files[0]?.path, truncated]).toEqual([1_000, 'f2', { files: 1, excluded: 2 }])
  })

  it('counts files that are left out because only their names would be too large', async () => {
    const given = Array.from({ length: 900 }, (_, at) => ({ name: `${at}${'\u0001'.repeat(1_000)}`, content: '' }))
    const { files, truncated, bytes } = await readContent(contentSource(given))
    expect([files.length + truncated.files, files.length > 500, bytes < 5 * mib]).toEqual([900, true, true])
  })

  it.each([
    ['a file that is its template', 'a\nb\n', 'a\nb\n', 'unchanged', undefined],
    ['a file that was changed', 'a\nb\n', 'a\nc\n', 'modified', [[2, 2]]],
    ['a file that lost lines', 'a\nb\n', 'a\n', 'modified', []],
    ['a file of which only line ends were changed', 'a\nb\n', 'a\r\nb', 'unchanged', undefined],
    ['a file of which a line was changed and all line ends', 'a\nb\n', '\uFEFFa\rc\r', 'modified', [[2, 2]]],
    ['a file in UTF-16', 'a\nb\n', utf16('a\nb\n'), 'unchanged', undefined],
    ['a file in UTF-16 that was changed', 'a\nb\n', utf16('a\r\nĀ\r\n'), 'modified', [[2, 2]]],
    ['a binary file', 'a\n', 'a\0', 'modified', undefined],
    ['a binary file that differs in what would be a line end', '\0\n', '\0\r\n', 'modified', undefined],
  ])('compares %s with the template of the same name', async (_, template, content, state, lines) => {
    const [file] = await filesOf([{ name: 'a.py', content }], pythonTemplate(template))
    expect([file?.template, file?.changedLines]).toEqual([state, lines])
  })

  it('matches templates by the name that A+ gives to files, and only if the settings allow the file', async () => {
    const source = { templates: new Map(['kknen.py', 'a.txt'].map((name) => [name, Buffer.from('x')])) }
    const files = await filesOf(
      [
        { name: 'ääkkönen.py', content: 'x' },
        { name: 'a.txt', content: 'x' },
      ],
      source,
    )
    expect(files.map(({ template }) => template)).toEqual(['unchanged', 'none'])
  })

  it("reports an unread file as modified if its size is not the template's with any line ends", async () => {
    const unread = (size: number | null): GivenFile => ({ name: 'a.py', content: { kind: 'too_large', size } })
    const files = await filesOf([unread(7), unread(6), unread(1), unread(null)], pythonTemplate('x'))
    expect(files.map(({ template }) => template)).toEqual(['modified', 'none', 'none', 'none'])
  })

  it('reports a file as modified, without lines, if the comparison gives none', async () => {
    const lineDifference = { changedLines: async () => undefined }
    const [file] = await filesOf([{ name: 'a.py', content: 'b' }], { ...pythonTemplate('a'), lineDifference })
    expect(file).toMatchObject({ template: 'modified', text: 'b' })
    expect(file).not.toHaveProperty('changedLines')
  })

  it('spends at most two seconds on comparisons', async () => {
    const budget = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
    onTestFinished(() => budget.mockRestore())
    const ends: (boolean | undefined)[] = []
    const changedLines = async (_template: unknown, _submission: unknown, signal?: AbortSignal) => {
      ends.push(signal?.aborted)
      return undefined
    }
    await filesOf(
      [1, 2].map(() => ({ name: 'a.py', content: 'b' })),
      { ...pythonTemplate('a'), lineDifference: { changedLines } },
    )
    expect(budget.mock.calls).toEqual([[2_000]])
    expect(ends).toEqual([true])
  })

  it('has one byte less than the limit, and leaves out the last text if it has one byte more', async () => {
    const given = (last: number) =>
      [5 * mib, 5 * mib, 5 * mib, 5 * mib, last].map((size, at) => ({
        name: `${at}`,
        content: Buffer.alloc(size, 'a'),
      }))
    const { bytes } = await readContent(contentSource(given(4_000_000)))
    const fits = 4_000_000 + contentLimitBytes - 1 - bytes
    const whole = await readContent(contentSource(given(fits)))
    expect([whole.bytes, whole.files[4]?.omitted]).toEqual([contentLimitBytes - 1, undefined])
    const over = await readContent(contentSource(given(fits + 1)))
    expect(over.files[4]).toMatchObject({ omitted: 'too_large', size: fits + 1, sha256: expect.any(String) })
  })

  it('counts escapes, with which a text of control characters has six times its size', async () => {
    const { files, bytes } = await readContent(
      contentSource([{ name: 'a', content: Buffer.alloc(maxFileBytes, '\u0001') }]),
    )
    expect([files[0]?.omitted, bytes < 1_000]).toEqual(['too_large', true])
  })

  it('does not read a file that is larger than the remaining space, and still returns its size', async () => {
    const asked: number[] = []
    const large = Array.from({ length: 20 }, (_, at) => ({ name: `${at}`, content: Buffer.alloc(4 * mib, 'a') }))
    const given = [...large, { name: 'small', content: Buffer.from('small') }]
    const source = contentSource(given)
    const files = (
      await readContent({
        ...source,
        readFile: (file, maxBytes, signal) => {
          asked.push(maxBytes)
          return source.readFile(file, maxBytes, signal)
        },
      })
    ).files
    expect(files.filter(({ text }) => text !== undefined).map(({ path }) => path)).toEqual([...'012345', 'small'])
    expect(files.map(({ size }) => size)).toEqual(given.map(({ content }) => content.byteLength))
    expect(asked.filter((bytes) => bytes > 4 * mib).length).toBeLessThanOrEqual(11)
  })

  it('reads four files at a time, in order, and at most four beyond the oldest unfinished one', async () => {
    const started: number[] = []
    const first = Promise.withResolvers<void>()
    const source = contentSource(Array.from({ length: 12 }, (_, at) => ({ name: `${at}`, content: `${at}` })))
    const reading = readContent({
      ...source,
      readFile: async (file, maxBytes, signal) => {
        started.push(file.fileId)
        if (file.fileId === 1) await first.promise
        return source.readFile(file, maxBytes, signal)
      },
    })
    await expect.poll(() => started).toEqual([1, 2, 3, 4])
    first.resolve()
    expect((await reading).files.map(({ text }) => Number(text))).toEqual([...source.files.keys()])
    expect(started).toEqual(source.files.map(({ fileId }) => fileId))
  })

  it('rejects with the error of a reader, and ends the other readings', async () => {
    const ended: number[] = []
    const source = contentSource(Array.from({ length: 9 }, (_, at) => ({ name: `${at}`, content: '' })))
    const refused = assembleContent({
      ...source,
      readFile: async ({ fileId }, _, signal) => {
        if (fileId === 2) throw new Error('refused')
        await sleep(fileId === 1 ? 0 : 60_000, undefined, { signal }).catch(() => ended.push(fileId))
        return { kind: 'unavailable' }
      },
    })
    await expect(refused).rejects.toThrow('refused')
    await expect.poll(() => ended.toSorted((a, b) => a - b)).toEqual([3, 4])
  })

  it('rejects when the caller aborts', async () => {
    const caller = new AbortController()
    const source = contentSource([{ name: 'a', content: '' }], { signal: caller.signal })
    caller.abort(new Error('gone'))
    await expect(assembleContent(source)).rejects.toThrow('gone')
  })

  it('treats a file as too large if its reader returned more than allowed', async () => {
    const bytes = Buffer.alloc(maxFileBytes + 1, 'a')
    const files = await filesOf([{ name: 'a', content: '' }], { readFile: async () => ({ kind: 'read', bytes }) })
    expect(files[0]).toMatchObject({ omitted: 'too_large', size: maxFileBytes + 1 })
  })

  it('keeps form answers rather than files, and cuts answers that would be too large even without files', async () => {
    const source = contentSource([{ name: 'a', content: Buffer.alloc(5 * mib, 'a') }], {
      answers: [['essay', '\u0001\uD800'.repeat(5 * mib)]],
    })
    const { formAnswers, files, bytes } = await readContent(source)
    expect(formAnswers[0]?.values[0]?.slice(-6)).toBe('\u0001\uFFFD […]')
    expect([files[0]?.omitted, bytes < contentLimitBytes, bytes > 20 * mib]).toEqual([undefined, true, true])
  })
})

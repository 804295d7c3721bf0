import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Colours, tokenClasses, unpackTokens } from './code-tokens.ts'
import { colouredLines } from './coloured-lines.ts'
import { type Colourer, type ColourerOptions, createColourer } from './colouring.ts'

const long = 'x'.repeat(2_001)
const file = { fileId: 1, sha256: 'a', language: 'python', template: 'none' as const, text: 'text' }

describe('code', () => {
  it.each([
    ['python', 'def f(): # c', 'keyword(def) name(f)(): comment(# c)'],
    ['python', 'x = "a" + 3', 'x = string("a") + number(3)'],
    ['java', 'import a.b; // c', 'keyword(import) a.b; comment(// c)'],
    [
      'typescript',
      'if (this.x) return new A(null)',
      'keyword(if) (keyword(this).x) keyword(return) keyword(new) name(A)(keyword(null))',
    ],
    ['scala', 'val x: Int = 1', 'keyword(val) x: name(Int) = number(1)'],
    ['diff', '-a', 'removed(-a)'],
    ['markdown', '# Title', 'name(# Title)'],
    ['json', '{"a": true}', '{name("a"): keyword(true)}'],
  ])('in %s has parts: %s', async (language, text, parts) => {
    const colours = (await real.colour([{ ...file, sha256: text, language, text }])).get(1)
    expect(drawn(text, colours)).toEqual([parts])
  })

  it('keeps its state from line to line', async () => {
    const text = '/* a\nb\n\nc */ int x;'
    const colours = (await real.colour([{ ...file, sha256: text, language: 'java', text }])).get(1)
    expect(drawn(text, colours)).toEqual(['comment(/* a)', 'comment(b)', '', 'comment(c */) keyword(int) x;'])
  })

  it('is plain in lines of more than 2,000 characters, and not in those after them', async () => {
    const text = `${long}\nint x;`
    const colours = (await real.colour([{ ...file, sha256: text, language: 'java', text }])).get(1)
    expect(drawn(text, colours)).toEqual([long, 'keyword(int) x;'])
  })

  it.each([
    ['of no language', { ...file, language: null }],
    ['of a language that nobody knows', { ...file, language: '../x' }],
    ['without a text', { fileId: 1, sha256: 'a', language: 'python', template: 'none' as const }],
  ])('%s stays plain', async (_what, other) => {
    expect(await real.colour([other])).toEqual(new Map())
  })
})

describe('the lines that are coloured', () => {
  it.each([
    ['python', 'x'.repeat(2_000), true],
    ['python', 'x'.repeat(2_001), false],
    ['kdl', 'x'.repeat(500), true],
    ['kdl', 'x'.repeat(501), false],
    ['v', `x = ${'1'.repeat(12)}`, true],
    ['v', `x = ${'1_'.repeat(7)}`, false],
  ])('of %s leave out those that would take seconds: %j', (language, line, isColoured) => {
    expect(colouredLines(language, ['a', line, 'b'])).toEqual(['a', isColoured ? line : '', 'b'])
  })
})

describe('the files of a work', () => {
  it('are coloured up to 2,000 lines together, those as in the template last', async () => {
    const found = await obstinate().colour([
      { ...file, fileId: 1, sha256: 'a', template: 'unchanged', text: 'a\n'.repeat(900) },
      { ...file, fileId: 2, sha256: 'b', text: 'b\n'.repeat(900) },
      { ...file, fileId: 3, sha256: 'c', text: 'c\n'.repeat(900) },
    ])
    expect([1, 2, 3].map((id) => unpackTokens(found.get(id) ?? new Uint16Array()).length)).toEqual([200, 900, 900])
  })

  it('are kept by their bytes and language', async () => {
    const colourer = obstinate()
    const lengths = []
    for (const other of [{}, { fileId: 7 }, { language: 'java' }, { sha256: 'b' }, {}]) {
      const [colours] = (await colourer.colour([{ ...file, ...other }])).values()
      lengths.push(colours && unpackTokens(colours)[0]?.[0]?.[1])
    }
    expect(lengths).toEqual([1, 1, 2, 3, 1])
  })

  it.each(['hang', 'die'])('stay plain where the thread would %s, and the next work does not', async (text) => {
    const colourer = obstinate({ budgetMs: 500, limitMs: 1_000 })
    const plain = await colourer.colour([{ ...file, text }])
    expect([...plain.values()].filter(({ length }) => length > 0)).toEqual([])
    await expect.poll(async () => (await colourer.colour([{ ...file, sha256: 'b' }])).get(1)?.length).toBe(3)
  })

  it('are coloured before the one with which the thread hangs', async () => {
    const works = [file, { ...file, fileId: 2, sha256: 'b', text: 'hang' }]
    const found = await obstinate({ limitMs: 2_000 }).colour(works)
    expect([...found].filter(([, { length }]) => length > 0).map(([fileId]) => fileId)).toEqual([1])
  })

  it('hang the thread once, and are plain at once after that', async () => {
    const colourer = obstinate({ budgetMs: 300, limitMs: 300 })
    const hanging = { ...file, text: 'hang' }
    await colourer.colour([hanging])
    await expect.poll(async () => await colourer.colour([hanging])).toEqual(new Map([[1, new Uint16Array()]]))
  })

  it('are coloured while the thread hangs with another work, however often that is looked at', async () => {
    const colourer = obstinate()
    const looks = [1, 2, 3].map(() => colourer.colour([{ ...file, text: 'hang' }]))
    const other = colourer.colour([{ ...file, sha256: 'b' }]).then((colours) => colours.get(1)?.length)
    expect(await Promise.race([...looks, other])).toBe(3)
  })

  it('stay as far as they were coloured where one exceeds its time, and take none at the next look', async () => {
    const colourer = obstinate()
    const stopping = { ...file, text: 'stop\n2' }
    expect([await workOf(colourer, [stopping]), await workOf(colourer, [stopping])]).toEqual([1, 1])
  })

  it('are tried again where the files before had taken the time', async () => {
    const colourer = obstinate({ budgetMs: 1_000 })
    const files = [
      { ...file, text: 'slow' },
      { ...file, fileId: 2, sha256: 'b', text: 'stop\n2' },
    ]
    const [first, second, third] = [
      await workOf(colourer, files),
      await workOf(colourer, files),
      await workOf(colourer, files),
    ]
    expect([first === second, second === third]).toEqual([false, true])
  })

  it('are reported where the thread dies', async () => {
    const errors: unknown[] = []
    await obstinate({ onError: (error) => errors.push(error) }).colour([{ ...file, text: 'die' }])
    expect(errors).toEqual([expect.any(Error)])
  })
})

/** One for all, since each thread loads all languages. */
const real = createColourer({ budgetMs: 60_000 })
afterAll(() => real.close())

/** The limit is long, since a machine under load may be slow. */
function started(options: ColourerOptions = {}) {
  const colourer = createColourer({ budgetMs: 60_000, ...options })
  onTestFinished(() => colourer.close())
  return colourer
}

const obstinate = (options: ColourerOptions = {}) =>
  started({ thread: new URL('./obstinate-thread.fixture.ts', import.meta.url), ...options })

/** The number of the thread's work that coloured the last of the files. */
async function workOf(colourer: Colourer, files: Parameters<Colourer['colour']>[0]): Promise<number | undefined> {
  const colours = (await colourer.colour(files)).get(files.at(-1)?.fileId ?? 0)
  return colours && unpackTokens(colours)[0]?.[0]?.[1]
}

/** Each line with the classes of its parts, as `keyword(def)`. */
function drawn(text: string, colours: Colours | undefined): string[] {
  const tokens = unpackTokens(colours ?? new Uint16Array())
  return text.split('\n').map((line, at) => {
    let end = 0
    const parts = (tokens[at] ?? []).map(([classNumber, length]) => {
      const part = line.slice(end, (end += length))
      return classNumber === 0 ? part : `${tokenClasses[classNumber]?.replace('t-', '')}(${part})`
    })
    return parts.join('') + line.slice(end)
  })
}

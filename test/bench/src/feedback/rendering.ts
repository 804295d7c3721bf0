import { parseMarkdown, writeHtml } from '@course-grading/markdown/parse-markdown'
import { renderTexts } from '@course-grading/markdown/render-texts'
import sanitizeHtml from 'sanitize-html'
import { bodyOf } from './documents.ts'

interface RenderRow {
  readonly what: string
  readonly characters: number
  /** Milliseconds of parser and sanitiser with their own settings, then of our rendering. */
  readonly libraries: number
  readonly ours: number
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * The CPU time of one call in milliseconds, measured in batches of at least 50 ms. CPU time is not affected by other work of
 * the machine.
 */
function cpuMsOf(work: () => unknown): number {
  let calls = 0
  const before = process.cpuUsage()
  for (;;) {
    work()
    calls += 1
    const { user, system } = process.cpuUsage(before)
    if (user + system >= 50_000) return (user + system) / 1_000 / calls
  }
}

/** The medians of several batches. They alternate, so that other work of the machine affects all alike. */
function times(text: string, rounds: number): Pick<RenderRow, 'libraries' | 'ours'> {
  const libraries: number[] = []
  const ours: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    libraries.push(cpuMsOf(() => sanitizeHtml(writeHtml(parseMarkdown(text)))))
    ours.push(cpuMsOf(() => renderTexts([text], 500_000)))
  }
  return { libraries: median(libraries), ours: median(ours) }
}

/** Texts whose nesting costs other parsers the square of their length. */
const worst: Readonly<Record<string, (length: number) => string>> = {
  'quotes, 50 deep': (length) => `${'> '.repeat(50)}a\n`.repeat(length / 102),
  'lists, 25 deep': (length) => `${'- '.repeat(25)}a\n`.repeat(length / 52),
  'open emphasis': (length) => '*a **b '.repeat(length / 7),
  'open brackets': (length) => '['.repeat(length),
  'closed brackets': (length) => `${'['.repeat(length / 2)}${']('.repeat(length / 4)}`,
  'backquotes of all lengths': (length) =>
    Array.from({ length: 600 }, (_, at) => '`'.repeat(at + 1))
      .join(' ')
      .slice(0, length),
  'a table of one column': (length) => `|a|\n|-|\n${'|b|\n'.repeat(length / 4)}`,
}

export function measureRendering(): readonly RenderRow[] {
  const body = bodyOf(1)
  times(body, 5)
  const usual = times(body, 15)
  return [{ what: 'a document', characters: body.length, ...usual }]
}

/** Each worst text at 50,000 and 200,000 characters: the longer one takes four times as long where time is linear. */
export function measureNesting(): readonly (readonly [what: string, short: number, long: number, growth: number])[] {
  return Object.entries(worst).map(([what, textOf]) => {
    const [short, long] = [50_000, 200_000].map((length) => times(textOf(length), 3).ours) as [number, number]
    return [what, short, long, long / short]
  })
}

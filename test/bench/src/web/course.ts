import { createDatabase } from '@course-grading/data/db/database'
import type { FakeUpstream } from '@course-grading/test-fake-upstream'
import { registerSubmission } from '@course-grading/test-kit'

/** The grader of the demo course. */
export const graderId = 103
export const courseId = 11
export const exerciseId = 1103

export const large = { files: 40, linesOfFile: 50 } as const
export const long = { lines: 5_000, annotations: 500 } as const

/** What people write, in languages whose grammars weigh. */
const kinds = ['py', 'scala', 'cpp', 'java', 'ts', 'rs', 'html', 'sql'] as const

const lineOf: Readonly<Record<(typeof kinds)[number], (line: number) => string>> = {
  py: (line) => `    if words[${line}] == "word ${line}":  # counts the ${line}th`,
  scala: (line) => `  val word${line}: Option[String] = words.get(${line}).map(_.trim) // the ${line}th`,
  cpp: (line) => `  std::vector<int> counts${line}{1, ${line}}; /* the ${line}th */`,
  java: (line) => `    private final Map<String, Integer> counts${line} = new HashMap<>(${line});`,
  ts: (line) => `  const word${line} = words.at(${line})?.trim() ?? 'word ${line}' // the ${line}th`,
  rs: (line) => `    let word${line}: Option<&str> = words.get(${line}).map(|word| word.trim());`,
  html: (line) => `  <li class="word" data-line="${line}"><b>word ${line}</b> &amp; its count</li>`,
  sql: (line) => `SELECT word, count(*) FROM words WHERE line = ${line} GROUP BY word; -- the ${line}th`,
}

const textOf = (kind: (typeof kinds)[number], lines: number, number: number): string =>
  `${Array.from({ length: lines }, (_, line) => lineOf[kind](line + 1)).join('\n')}\n# ${number}\n`

/** Hands in new submissions of 40 files, and returns their ids. Each has contents of its own, so that no colours are known. */
export const handInLarge = (upstream: FakeUpstream, databaseUrl: string, count: number): Promise<number[]> =>
  handIn(upstream, databaseUrl, count, (number) =>
    Array.from({ length: large.files }, (_, file) => {
      const kind = kinds[file % kinds.length]!
      return { name: `part-${file}.${kind}`, text: textOf(kind, large.linesOfFile - 1, number) }
    }),
  )

/** The same of one long file. */
export const handInLong = (upstream: FakeUpstream, databaseUrl: string): Promise<number[]> =>
  handIn(upstream, databaseUrl, 1, (number) => [{ name: 'long.py', text: textOf('py', long.lines - 1, number) }])

interface Written {
  readonly name: string
  readonly text: string
}

async function handIn(
  { world }: FakeUpstream,
  databaseUrl: string,
  count: number,
  filesOf: (number: number) => readonly Written[],
): Promise<number[]> {
  const database = await createDatabase({ url: databaseUrl, applicationName: 'bench', poolMax: 1 })
  try {
    const ids: number[] = []
    for (let nth = 0; nth < count; nth += 1) {
      const submitterIds = [201 + (nth % 30)]
      const { id: submissionId } = world.addSubmission({
        exerciseId,
        submitterIds,
        language: 'en',
        answers: [['answer', 'What the program does.']],
        files: filesOf(world.nextId()).map(({ name: filename, text }, file) => ({
          id: world.nextId(),
          filename,
          paramName: `file${file + 1}`,
          content: { kind: 'bytes', bytes: Buffer.from(text) },
        })),
      })
      await registerSubmission(database, { submissionId, submitterIds, language: 'en' })
      ids.push(submissionId)
    }
    return ids
  } finally {
    await database.end()
  }
}

import type { FakeUpstream } from '@course-grading/test-fake-upstream'

/**
 * Puts canaries into everything that was handed in to the exercises of the examples: names and contents of files, answers, and
 * feedback of checks.
 */
export function plantWork({ world }: FakeUpstream, plant: (kind: 'work', name: string) => string): void {
  const work = (what: string): string => plant('work', what)
  for (const submission of world.submissions.values()) {
    if (![1103, 1104].includes(submission.exerciseId)) continue
    const { id, files, answers } = submission
    submission.feedback = `<p>${work(`the automatic feedback of ${id}`)}</p>`
    submission.answers = answers?.map(([key], at) => [key, work(`answer ${at} of ${id}`)]) ?? null
    for (const [at, file] of files.slice(0, 2).entries()) {
      file.filename = `${work(`the name of file ${at} of ${id}`)}.txt`
      file.content = { kind: 'bytes', bytes: Buffer.from(`${work(`the content of file ${at} of ${id}`)}\n`) }
    }
  }
}

import type { ArchivedFile, ArchivedSubmission, MissingStatus } from '@course-grading/archives'
import type { ListedSubmission } from '@course-grading/data/submissions/submission-rows'
import { toPersonRef } from '@course-grading/domain/submissions/person-ref'
import { formAnswersOf, isExcluded } from '@course-grading/submission-content'
import type { ExerciseForm, Submission } from '@course-grading/upstream'
import type { ArchiveReads } from './archive-reads.ts'
import { formFields } from './read-exercise-form.ts'

export interface ArchiveReading {
  readonly reads: ArchiveReads
  readonly excludedPathSegments: readonly string[]
  readonly form: ExerciseForm | null
  readonly language: string
}

type OnRead = (submission: ListedSubmission, read: Submission | MissingStatus) => Promise<void>

/** The number of submissions that are read from the learning platform while the one before them is written. */
const readAhead = 2

/** Reads each submission when its turn comes or shortly before. A file that cannot be read has the reason instead. */
export async function* archivedSubmissions(
  reading: ArchiveReading,
  submissions: AsyncIterable<ListedSubmission> | Iterable<ListedSubmission>,
  onRead: OnRead,
): AsyncGenerator<ArchivedSubmission> {
  const begun: { readonly submission: ListedSubmission; readonly content: Promise<Submission | MissingStatus> }[] = []
  for await (const submission of submissions) {
    const content = reading.reads.submission(submission.submissionId).then(async (read) => {
      await onRead(submission, read)
      return read
    })
    // If the reader has left, nobody waits for the reads that were begun, and their rejections are no errors.
    content.catch(() => {})
    begun.push({ submission, content })
    if (begun.length <= readAhead) continue
    const first = begun.shift()
    if (first !== undefined) yield archived(reading, first.submission, first.content)
  }
  for (const { submission, content } of begun) yield archived(reading, submission, content)
}

export function archived(
  reading: ArchiveReading,
  { submissionId, submittedAt, submitters }: ListedSubmission,
  content: Promise<Submission | MissingStatus>,
): ArchivedSubmission {
  const named = submitters.filter(({ fullName, alias }) => fullName !== null || alias !== null)
  return {
    submissionId,
    submittedAt,
    submitters: named.map((person) => toPersonRef(person).fullName),
    files: filesOf(reading, submissionId, content),
  }
}

async function* filesOf(
  { reads, excludedPathSegments, form, language }: ArchiveReading,
  submissionId: number,
  whenRead: Promise<Submission | MissingStatus>,
): AsyncGenerator<ArchivedFile> {
  const content = await whenRead
  if (typeof content === 'string') {
    yield { name: answersName, status: content }
    return
  }
  const answers = Buffer.from(
    `${JSON.stringify(
      formAnswersOf(
        { answers: content.answers, form: formFields(form), language },
        content.files.map(({ field }) => field),
      ),
      null,
      2,
    )}\n`,
  )
  yield { name: answersName, open: async () => ({ sizeBytes: answers.length, body: once(answers) }) }
  for (const { fileId, name } of content.files) {
    if (isExcluded(name, excludedPathSegments)) yield { name, status: 'excluded' }
    else yield { name, open: () => reads.file(submissionId, fileId) }
  }
}

const answersName = 'answers.json'

export async function* once<Item>(item: Item): AsyncGenerator<Item> {
  yield item
}

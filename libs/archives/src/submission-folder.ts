import type { ArchivedSubmission } from './archived-submission.ts'
import { EntryNames } from './entry-names.ts'
import { safeFolderName } from './safe-entry-name.ts'
import { isTextByName } from './text-by-name.ts'

const maxFolderBytes = 100

/** The entry of a file of a submission. */
export interface EntryPlace {
  readonly path: string
  /** Whether the entry has the name of the file. */
  readonly status: 'ok' | 'renamed'
  readonly modifiedAt: string
  readonly isCompressed: boolean
}

/** The folder of a submission in an archive. */
export class SubmissionFolder {
  /** With the slash at its end. */
  readonly path: string
  readonly modifiedAt: string
  readonly #names = new EntryNames()

  constructor(submission: ArchivedSubmission) {
    this.path = `${folderName(submission)}/`
    this.modifiedAt = submission.submittedAt
  }

  /** Reserves the entry of a file, by the file's name upstream. */
  take(originalName: string): EntryPlace {
    const name = this.#names.take(originalName)
    return {
      path: `${this.path}${name}`,
      status: name === originalName ? 'ok' : 'renamed',
      modifiedAt: this.modifiedAt,
      isCompressed: isTextByName(name),
    }
  }
}

/** The id of the submission, and its submitters if they are known. */
function folderName({ submissionId, submitters }: ArchivedSubmission): string {
  const names = submitters.filter((name) => name.trim() !== '').join('+')
  return safeFolderName(names === '' ? String(submissionId) : `${submissionId}-${names}`, maxFolderBytes)
}

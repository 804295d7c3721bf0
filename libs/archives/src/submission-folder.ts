import type { ArchivedSubmission } from './archived-submission.ts'
import { EntryNames } from './entry-names.ts'
import { safeFolderName } from './safe-entry-name.ts'
import { isTextByName } from './text-by-name.ts'

const maxFolderBytes = 100

/** What a file of a submission becomes in the archive. */
export interface EntryPlace {
  readonly path: string
  /** Whether its name is the file's. */
  readonly status: 'ok' | 'renamed'
  readonly modifiedAt: string
  readonly isDeflated: boolean
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

  /** Takes the place of a file, by its name upstream. */
  take(originalName: string): EntryPlace {
    const name = this.#names.take(originalName)
    return {
      path: `${this.path}${name}`,
      status: name === originalName ? 'ok' : 'renamed',
      modifiedAt: this.modifiedAt,
      isDeflated: isTextByName(name),
    }
  }
}

/** The id, and who submitted it where that is known. */
function folderName({ submissionId, submitters }: ArchivedSubmission): string {
  const names = submitters.filter((name) => name.trim() !== '').join('+')
  return safeFolderName(names === '' ? String(submissionId) : `${submissionId}-${names}`, maxFolderBytes)
}

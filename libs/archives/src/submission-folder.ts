import type { ArchivedSubmission } from './archived-submission.ts'
import { EntryNames } from './entry-names.ts'
import { safeFolderName } from './safe-entry-name.ts'
import { isTextByName } from './text-by-name.ts'

const maxFolderBytes = 100

export interface EntryPlace {
  readonly path: string
  /** `ok` if the entry's name is the file's own. */
  readonly status: 'ok' | 'renamed'
  readonly modifiedAt: string
  readonly isCompressed: boolean
}

export class SubmissionFolder {
  /** Ends with a slash. */
  readonly path: string
  readonly modifiedAt: string
  readonly #names = new EntryNames()

  constructor(submission: ArchivedSubmission) {
    this.path = `${folderName(submission)}/`
    this.modifiedAt = submission.submittedAt
  }

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

function folderName({ submissionId, submitters }: ArchivedSubmission): string {
  const names = submitters.filter((name) => name.trim() !== '').join('+')
  return safeFolderName(names === '' ? String(submissionId) : `${submissionId}-${names}`, maxFolderBytes)
}

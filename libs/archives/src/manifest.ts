import { byteOrderMark, csvHeader, csvLine } from '@course-grading/domain/csv/csv-line'
import { listCell } from '@course-grading/domain/csv/list-cell'
import type { AbsentStatus, ArchivedSubmission } from './archived-submission.ts'
import { DeflatedLog } from './zip/deflated-log.ts'

const columns = ['submission', 'submitters', 'path', 'originalName', 'size', 'sha256', 'status']

export type FileOutcome =
  | { readonly status: AbsentStatus }
  | {
      readonly status: 'ok' | 'renamed'
      readonly path: string
      readonly sizeBytes: number
      /** In hexadecimal. */
      readonly sha256: string
    }

/** The CSV that is the archive's last entry, with a row for each file; kept deflated in memory until the end. */
export class Manifest {
  readonly path = 'manifest.csv'
  readonly log = new DeflatedLog()
  /** The time of the newest submission; without submissions, the earliest time that ZIP can store. */
  modifiedAt = '1980-01-01T00:00:00Z'

  constructor() {
    this.log.append(Buffer.from(byteOrderMark + csvHeader(columns)))
  }

  add({ submissionId, submitters, submittedAt }: ArchivedSubmission, originalName: string, outcome: FileOutcome): void {
    if (Date.parse(submittedAt) > Date.parse(this.modifiedAt)) this.modifiedAt = submittedAt
    const { path, sizeBytes, sha256 } = 'path' in outcome ? outcome : { path: '', sizeBytes: null, sha256: '' }
    const people = submitters.length === 0 ? '' : listCell(submitters)
    const cells = [submissionId, people, path, originalName, sizeBytes, sha256, outcome.status]
    this.log.append(Buffer.from(csvLine(cells)))
  }
}

import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import type { Texts } from '../texts/texts.ts'

type File = SubmissionContent['files'][number]

export const anchorOfAnswers = 'answers'
export const anchorOfFile = (fileId: number): string => `file-${fileId}`

/** Says how a file differs from its template. The number of changed lines is not known of a very long file. */
export function differenceOf({ changedLines }: Pick<File, 'changedLines'>, { work }: Texts): string {
  if (changedLines === undefined) return work.differs
  return work.changed(changedLines.reduce((sum, [first, last]) => sum + last - first + 1, 0))
}

/** What a file is drawn as. An image is recognised by its name here, and by its bytes in the browser. */
export type FileKind = 'text' | 'notebook' | 'pdf' | 'image' | 'other'

export function kindOf({ path, text }: Pick<File, 'path' | 'text'>): FileKind {
  if (text !== undefined) return /\.ipynb$/i.test(path) ? 'notebook' : 'text'
  if (/\.(png|jpe?g|gif|webp)$/i.test(path)) return 'image'
  return /\.pdf$/i.test(path) ? 'pdf' : 'other'
}

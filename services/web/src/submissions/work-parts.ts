import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import type { Texts } from '../texts/texts.ts'

type File = SubmissionContent['files'][number]

export const anchorOfAnswers = 'answers'
export const anchorOfFile = (fileId: number): string => `file-${fileId}`

/** How many lines differ from the template; null for a very long file, of which it is not known. */
export const changedIn = ({ changedLines }: Pick<File, 'changedLines'>): number | null =>
  changedLines?.reduce((sum, [first, last]) => sum + last - first + 1, 0) ?? null

export function differenceOf(file: Pick<File, 'changedLines'>, { work }: Texts): string {
  const lines = changedIn(file)
  return lines === null ? work.differs : work.changed(lines)
}

/** What a file is drawn as. An image is recognised by its name here, and by its bytes in the browser. */
export type FileKind = 'text' | 'pdf' | 'image' | 'other'

export function kindOf({ path, text }: Pick<File, 'path' | 'text'>): FileKind {
  if (text !== undefined) return 'text'
  if (/\.(png|jpe?g|gif|webp)$/i.test(path)) return 'image'
  return /\.pdf$/i.test(path) ? 'pdf' : 'other'
}

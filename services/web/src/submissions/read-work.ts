import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import type { Colourer, ColoursByFile } from '../colouring/colouring.ts'

export interface ReadWork {
  readonly content: SubmissionContent
  readonly colours: ColoursByFile
}

export const coloured = async (colourer: Colourer, content: SubmissionContent): Promise<ReadWork> => ({
  content,
  colours: await colourer.colour(content.files),
})

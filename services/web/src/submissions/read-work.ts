import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import type { Colourer, ColoursByFile } from '../colouring/colouring.ts'
import type { Deps } from '../deps/deps.ts'
import type { Visit } from '../http/visit.ts'

export interface ReadWork {
  readonly content: SubmissionContent
  readonly colours: ColoursByFile
}

export const coloured = async (colourer: Colourer, content: SubmissionContent): Promise<ReadWork> => ({
  content,
  colours: await colourer.colour(content.files),
})

/** Milliseconds that a page waits for the work: the rest of it can be used meanwhile. */
const filesWithinMs = 3_000

/** Null where the learning platform does not give the work, or not in time. */
export async function readWorkInTime(
  { boundary, requestId }: Pick<Visit, 'boundary' | 'requestId'>,
  { colourer }: Deps,
  submissionId: number,
  waits: boolean,
): Promise<ReadWork | null> {
  const content = await readContentInTime({ boundary, requestId }, submissionId, waits)
  return content && (await coloured(colourer, content))
}

/** Null where the learning platform does not give the work, or not in time. */
export async function readContentInTime(
  { boundary, requestId }: Pick<Visit, 'boundary' | 'requestId'>,
  submissionId: number,
  waits: boolean,
): Promise<SubmissionContent | null> {
  const signal = waits ? undefined : AbortSignal.timeout(filesWithinMs)
  return await boundary.getSubmissionContent({ params: { submissionId }, requestId, signal }).then(
    ({ body }) => body,
    () => null,
  )
}

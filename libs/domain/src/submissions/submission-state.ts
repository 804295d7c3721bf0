/** States of a submission, in their usual order. The first six are for staff; students see only `submitted` or `released`. */
export const submissionStates = [
  'waiting',
  'in_progress',
  'completed',
  'released',
  'superseded',
  'not_queued',
  'submitted',
] as const

/**
 * `waiting`: in the queue; `in_progress`: a grader has claimed it; `completed`: assessed, and not released; `superseded`: a newer
 * submission took its place in the queue; `not_queued`: not to be assessed; `submitted`: what a student sees before the release.
 */
export type SubmissionState = (typeof submissionStates)[number]

/** The state that submitters see, by whether they may see a result. */
export function studentStateOf(hasVisibleResult: boolean): 'submitted' | 'released' {
  return hasVisibleResult ? 'released' : 'submitted'
}

/** Whether a submission can be in this state as the reader sees it: a list of another state is empty. */
export function isStateFor(reader: 'staff' | 'student', state: SubmissionState): boolean {
  if (state === 'released') return true
  return (state === 'submitted') === (reader === 'student')
}

/** Where a submission stands, in the order of its way. The first six are for staff; students are told `submitted` or `released`. */
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
 * `waiting`: in the queue; `in_progress`: somebody holds it; `completed`: assessed, and not released; `superseded`: a newer one took
 * its place in the queue; `not_queued`: known, and nobody is to assess it; `submitted`: all that a student is told before the release.
 */
export type SubmissionState = (typeof submissionStates)[number]

/** What its submitters are told, by whether they may see a result. */
export function studentStateOf(hasVisibleResult: boolean): 'submitted' | 'released' {
  return hasVisibleResult ? 'released' : 'submitted'
}

/** Whether a submission can be in this state as the reader sees it: a list of another state is empty. */
export function isStateFor(reader: 'staff' | 'student', state: SubmissionState): boolean {
  if (state === 'released') return true
  return (state === 'submitted') === (reader === 'student')
}

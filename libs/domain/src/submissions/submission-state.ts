/** States of a submission, in their usual order. The first seven are for staff; students see only `submitted` or `released`. */
export const submissionStates = [
  'waiting',
  'in_progress',
  'completed',
  'released',
  'gone',
  'superseded',
  'not_queued',
  'submitted',
] as const

/** `superseded`: a newer one took its place; `not_queued`: not to be assessed; `submitted`: what a student sees before the release. */
export type SubmissionState = (typeof submissionStates)[number]

export function studentStateOf(hasVisibleResult: boolean): 'submitted' | 'released' {
  return hasVisibleResult ? 'released' : 'submitted'
}

export function isStateFor(reader: 'staff' | 'student', state: SubmissionState): boolean {
  if (state === 'released') return true
  return (state === 'submitted') === (reader === 'student')
}

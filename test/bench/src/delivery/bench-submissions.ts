/** The course and the exercise of every submission of the benchmark. */
export const course = { courseId: 11, exerciseId: 1103 } as const

/** A URL in the form of a capability, with an invented token. */
export const callbackUrlOf = (origin: string, submissionId: number): string =>
  `${origin}/submissions/${submissionId}/grader?token=s${submissionId.toString(16)}.${'A'.repeat(32)}`

/** A finished assessment of realistic size, with some 1.5 KB of feedback. */
export const resultOf = (submissionId: number) => ({
  points: '12.5',
  maxPoints: '20',
  payload: '{"rubric":1,"criteria":[3,4,5]}',
  feedbackHtml: `<p>Submission ${submissionId}: well done, ääkköset too.</p>`.padEnd(
    1500,
    '<p>The second part could say more about its limits.</p>',
  ),
})

/** The origin of a submission: consecutive numbers go to the origins in turn. */
export function originOf(origins: readonly string[], submissionId: number): string {
  const origin = origins[submissionId % origins.length]
  if (origin === undefined) throw new Error('there is no origin')
  return origin
}

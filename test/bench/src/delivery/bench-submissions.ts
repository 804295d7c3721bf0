/** Of every submission of the benchmark. */
export const course = { courseId: 11, exerciseId: 1103 } as const

/** What stands for a capability there; never a real one. */
export const callbackUrlOf = (origin: string, submissionId: number): string =>
  `${origin}/submissions/${submissionId}/grader?token=s${submissionId.toString(16)}.${'A'.repeat(32)}`

/** A finished assessment, of the size that real ones have: some 1.5 KB of feedback. */
export const resultOf = (submissionId: number) => ({
  points: '12.5',
  maxPoints: '20',
  payload: '{"rubric":1,"criteria":[3,4,5]}',
  feedbackHtml: `<p>Submission ${submissionId}: well done, ääkköset too.</p>`.padEnd(
    1500,
    '<p>The second part could say more about its limits.</p>',
  ),
})

/** Where a submission is at home: numbers in a row go to the origins in turn. */
export function originOf(origins: readonly string[], submissionId: number): string {
  const origin = origins[submissionId % origins.length]
  if (origin === undefined) throw new Error('there is no origin')
  return origin
}

/** What a callback URL is bound to. A sealed URL that is copied into the row of another submission does not open. */
export function capabilityContext(of: {
  readonly courseId: number
  readonly exerciseId: number
  readonly submissionId: number
}): readonly string[] {
  return [String(of.courseId), String(of.exerciseId), String(of.submissionId)]
}

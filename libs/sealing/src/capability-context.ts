/** What a sealed callback URL is bound to. It does not open when it is copied into the row of another submission. */
export function capabilityContext(of: {
  readonly courseId: number
  readonly exerciseId: number
  readonly submissionId: number
}): readonly string[] {
  return [String(of.courseId), String(of.exerciseId), String(of.submissionId)]
}

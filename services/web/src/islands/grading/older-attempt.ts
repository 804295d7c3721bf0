/** The next older of the attempts, which stand newest first. Undefined for one that is not among them. */
export function olderThan<Attempt extends { readonly submissionId: number }>(
  attempts: readonly Attempt[],
  submissionId: number,
): Attempt | undefined {
  const at = attempts.findIndex((attempt) => attempt.submissionId === submissionId)
  return at < 0 ? undefined : attempts[at + 1]
}

/** What an upstream token is bound to: copied into the row of another session or user, it does not open. */
export function sessionTokenContext(session: {
  readonly sessionId: string
  readonly userId: number
}): readonly string[] {
  return [session.sessionId, String(session.userId)]
}

/** What an upstream token is bound to. A sealed token that is copied into the row of another session or user does not open. */
export function sessionTokenContext(session: {
  readonly sessionId: string
  readonly userId: number
}): readonly string[] {
  return [session.sessionId, String(session.userId)]
}

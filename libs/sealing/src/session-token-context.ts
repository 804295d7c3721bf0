/** What a sealed upstream token is bound to. It does not open when it is copied into the row of another session or user. */
export function sessionTokenContext(session: {
  readonly sessionId: string
  readonly userId: number
}): readonly string[] {
  return [session.sessionId, String(session.userId)]
}

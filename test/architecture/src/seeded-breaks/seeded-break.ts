/** A violation of one rule, as changes to the example repository, and a part of the message that must report it. */
export interface SeededBreak {
  readonly rule: string
  readonly of: string
  readonly changes: Readonly<Record<string, string | undefined>>
  readonly says: string
}

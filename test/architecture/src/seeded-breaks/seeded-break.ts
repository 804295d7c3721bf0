/** A break of one rule, as changes to the small house, and what the rule must say of it. */
export interface SeededBreak {
  readonly rule: string
  readonly of: string
  readonly changes: Readonly<Record<string, string | undefined>>
  readonly says: string
}

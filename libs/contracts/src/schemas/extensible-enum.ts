import Type from 'typebox'

/** A code in replies. A later version may have more of them, so clients of today must accept one that they do not know. */
export const extensibleEnum = <const Code extends string>(codes: readonly Code[], description: string) =>
  Type.Unsafe<Code>({ type: 'string', 'x-extensible-enum': [...codes], description })

/**
 * What no `pattern` can say that all languages read alike. `x-text` names the rule, the description has its sentence, and the
 * validator of libs/http-kit has its form. The empty text is left to `minLength`, but for a name.
 */
export const textRules = {
  not_blank: { form: /^$|\S/, sentence: 'Not white space alone.' },
  label: { form: /^(?!\s+$)\P{Cc}*$/u, sentence: 'No control characters, and not white space alone.' },
  /** Control, bidirectional-override and unassigned characters would be displayed as something else. */
  name: {
    form: /^(?=[^]*[^\s\p{Default_Ignorable_Code_Point}\u2800])[^\p{Cc}\p{Cn}\p{Cs}\u2028-\u202E\u2066-\u2069]*$/u,
    sentence:
      'It shows at least one character, and has no control, line-separating, bidirectional-override or unassigned characters.',
  },
} as const
export type TextRule = keyof typeof textRules

/** The members of a schema of a text that follows the rule. */
export const textOf = (rule: TextRule, description: string) => ({
  'x-text': rule,
  description: `${description} ${textRules[rule].sentence}`.trimStart(),
})

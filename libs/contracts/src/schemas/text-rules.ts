/** What no `pattern` says alike in all languages. `x-text` names the rule, whose form libs/validation has. Only a name rejects the empty text here. */
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

export const textOf = (rule: TextRule, description: string) => ({
  'x-text': rule,
  description: `${description} ${textRules[rule].sentence}`.trimStart(),
})

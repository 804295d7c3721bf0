import fc from 'fast-check'

/** A line from a small set, so that many lines are equal. Its line end is chosen independently. */
const line = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom('\n', '\n', '\n', '\r\n'))
  .map(([number, end]) => `${number === 0 ? '' : `line ${number}`}${end}`)

const edit = fc.record({
  at: fc.nat({ max: 1000 }),
  removed: fc.nat({ max: 6 }),
  added: fc.array(line, { maxLength: 6 }),
})

/** A template and an edited copy of it. Either may lack the last line end. */
export const editedTemplate: fc.Arbitrary<readonly [template: string, submission: string]> = fc
  .tuple(fc.array(line, { maxLength: 120 }), fc.array(edit, { maxLength: 12 }), fc.boolean(), fc.boolean())
  .map(([template, edits, isTemplateOpen, isSubmissionOpen]) => {
    const submission = edits.reduce(
      (lines, { at, removed, added }) => lines.toSpliced(at % (lines.length + 1), removed, ...added),
      template,
    )
    return [textOf(template, isTemplateOpen), textOf(submission, isSubmissionOpen)]
  })

function textOf(lines: readonly string[], isOpen: boolean): string {
  const text = lines.join('')
  return isOpen ? text.replace(/\r?\n$/, '') : text
}

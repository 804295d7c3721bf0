import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'
import { TextArea } from '../layout/text-area.tsx'
import type { Texts } from '../texts/texts.ts'
import type { FormState } from './form-state.ts'
import { GapNotes } from './gap-notes.tsx'
import { fieldNames } from './grading-fields.ts'
import { type Gap, gapsAt } from './refusal-of.ts'

interface FeedbackFieldsProps {
  readonly texts: Texts
  readonly feedback: FeedbackDocument
  readonly typed: FormState
  readonly isReadOnly: boolean
  readonly gaps: readonly Gap[]
}

/** The feedback in Markdown, and each annotation with what it is about. */
export function FeedbackFields({ texts, feedback, typed, isReadOnly, gaps }: FeedbackFieldsProps) {
  const { feedback: title, annotation, remove } = texts.grading
  return (
    <fieldset class="card padded plain-set">
      <legend class="legend">{title}</legend>
      <GapNotes id="gaps-body" gaps={gapsAt(gaps, 'body')} />
      <TextArea
        label={title}
        name={fieldNames.body}
        value={typed.body}
        rows={8}
        lang={feedback.language}
        isReadOnly={isReadOnly}
      />
      {Object.entries(feedback.annotations).map(([id, { anchor, startLine, endLine, body }]) => (
        <div key={id} class="criterion">
          <GapNotes id={`gaps-${id}`} gaps={gapsAt(gaps, 'annotations', id)} />
          <TextArea
            label={annotation('path' in anchor ? anchor.path : anchor.answerKey, startLine, endLine)}
            name={fieldNames.annotation(id)}
            value={typed.annotations[id] ?? body}
            isReadOnly={isReadOnly}
            rows={2}
            lang={feedback.language}
          />
          <label class="choice">
            <input type="checkbox" name={fieldNames.remove(id)} defaultChecked={!(id in typed.annotations)} /> {remove}
          </label>
        </div>
      ))}
    </fieldset>
  )
}

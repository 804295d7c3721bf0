import { Fresh } from '../display/fresh.tsx'
import { fieldId } from './field-id.ts'
import { names } from './field-names.ts'
import { type Annotation, withAnnotation } from './fields.ts'
import { gapsAt } from './gaps.ts'
import type { GradingPage } from './grading-page.ts'
import { nameOfAnnotation, whereAnnotated } from './name-of-field.ts'
import { TextField } from './text-field.tsx'

interface AnnotationEditorProps {
  readonly page: GradingPage
  readonly id: string
  readonly annotation: Annotation
}

const kinds = ['note', 'praise', 'issue', 'question'] as const

export function AnnotationEditor({ page, id, annotation }: AnnotationEditorProps) {
  const { texts, start, gaps, isReadOnly, onChange } = page
  const { kind, isPrivate, place, text } = annotation
  const { feedback, grading } = texts
  return (
    <article class={`note ${kind}${isPrivate ? ' private' : ''}`}>
      <header>
        <select
          id={fieldId(page, names.kind(id))}
          aria-label={grading.kind}
          value={kind}
          disabled={isReadOnly}
          onChange={({ currentTarget }) =>
            onChange?.(withAnnotation(id, { kind: currentTarget.value as Annotation['kind'] }))
          }
        >
          {kinds.map((each) => (
            <option key={each} value={each}>
              {feedback.kinds[each]}
            </option>
          ))}
        </select>
        <Fresh text={feedback.lines(place.startLine, place.endLine)} />
        <label>
          <input
            type="checkbox"
            id={fieldId(page, names.isPrivate(id))}
            checked={isPrivate}
            disabled={isReadOnly}
            onChange={({ currentTarget }) => onChange?.(withAnnotation(id, { isPrivate: currentTarget.checked }))}
          />{' '}
          {grading.staffOnly}
        </label>
        {!isReadOnly && (
          <button type="button" class="plain small end" onClick={() => page.onRemove?.(id)}>
            {grading.remove}{' '}
            <span class="visually-hidden">
              <Fresh text={whereAnnotated(place, page)} />
            </span>
          </button>
        )}
      </header>
      <TextField
        page={page}
        name={names.text(id)}
        text={text}
        change={(typed) => withAnnotation(id, { text: typed })}
        label={nameOfAnnotation(place, page)}
        rows={2}
        lang={start.feedback.language}
        gaps={{ id: `gaps-${id}`, gaps: gapsAt(gaps, 'annotations', id) }}
      />
    </article>
  )
}

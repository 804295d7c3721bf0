import type { Queue } from '@course-grading/contracts/claims/queue'
import type { Visit } from '../http/visit.ts'
import { ChoiceField, SelectField, TextField, TypedNumberField } from '../islands/forms/fields.tsx'
import type { FieldsForm } from '../layout/forms/answer-fields.ts'
import { FieldsFrame } from '../layout/forms/fields-frame.tsx'
import { nameOfExercise } from '../layout/names.ts'
import { fieldsOf } from './comment-fields.ts'
import type { ShownPreview } from './preview.ts'
import type { TextFields } from './text-fields.ts'
import { TextsByLanguage } from './texts-by-language.tsx'

interface CommentPageProps {
  readonly visit: Pick<Visit, 'texts' | 'locale' | 'session'>
  readonly title: string
  readonly form: FieldsForm<TextFields, TextFields>
  readonly queues: readonly Queue[]
  /** Whether it can be for everybody, and it is not made yet. */
  readonly hasScope: boolean
  readonly preview: ShownPreview | null
  readonly action: string
  readonly titleOf: (field: string) => string
}

export function CommentPage({ visit, title, form, queues, hasScope, preview, action, titleOf }: CommentPageProps) {
  const { texts, locale } = visit
  const { fields: titles, about, scopes, everyExercise, lead } = texts.comments
  const { base, fields } = form
  const exercises = [
    { value: '', text: everyExercise },
    ...queues.map((queue) => ({ value: String(queue.exerciseId), text: nameOfExercise(queue, texts, locale) })),
  ]
  const nameOf = (id: string): string =>
    exercises.find(({ value }) => value === id)?.text ?? texts.course.exercise(Number(id))
  const standing = fieldsOf(base.document, locale)
  const inWords = (name: string): string =>
    name === 'exerciseId' ? nameOf(standing[name] ?? '') : (standing[name] ?? '')
  const value = (name: string): string => fields[name] ?? ''
  const isKnown = exercises.some((exercise) => exercise.value === value('exerciseId'))
  return (
    <section class="reading">
      <h1>{title}</h1>
      <p class="quiet">{lead}</p>
      <FieldsFrame visit={visit} form={form} action={action} titleOf={titleOf} inWords={inWords}>
        <section class="card padded fields" aria-label={title}>
          <TextField name="label" title={titles.label} about={about.label} value={value('label')} />
          <TextsByLanguage texts={texts} locale={locale} fields={fields} rows={5} preview={preview} />
          <TypedNumberField name="points" title={titles.points} about={about.points} value={value('points')} />
          <SelectField
            name="exerciseId"
            title={titles.exerciseId}
            about={about.exerciseId}
            value={value('exerciseId')}
            options={
              isKnown ? exercises : [...exercises, { value: value('exerciseId'), text: nameOf(value('exerciseId')) }]
            }
          />
          {hasScope ? (
            <ChoiceField
              name="scope"
              title={titles.scope}
              value={value('scope')}
              options={[
                { value: 'course', text: scopes.course },
                { value: 'personal', text: scopes.personal },
              ]}
            />
          ) : (
            <input type="hidden" name="scope" value={value('scope')} />
          )}
          <input type="hidden" name="criterionId" value={value('criterionId')} />
        </section>
      </FieldsFrame>
    </section>
  )
}

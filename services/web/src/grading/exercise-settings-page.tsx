import { formatInstant } from '../islands/display/formats.ts'
import { localizedText } from '../islands/display/localized-text.ts'
import { CheckField, ChoiceField, SelectField, TimeField, TypedNumberField } from '../islands/forms/fields.tsx'
import type { Visit } from '../http/visit.ts'
import { FieldsFrame } from '../layout/forms/fields-frame.tsx'
import { FormPart } from '../layout/forms/form-frame.tsx'
import { readTime } from '../layout/forms/typed-time.ts'
import { nameOfExercise } from '../layout/names.ts'
import { Said } from '../layout/said.tsx'
import type { GradedExercise, SettingsForm } from './exercise-settings-form.ts'
import { fieldsOf, type GradingFieldName, isGradingField } from './exercise-settings-fields.ts'

interface ExerciseSettingsPageProps {
  readonly visit: Pick<Visit, 'texts' | 'locale' | 'zone' | 'session'>
  readonly exercise: GradedExercise
  readonly form: SettingsForm
  /** Of the exercise. */
  readonly path: string
}

export function ExerciseSettingsPage({ visit, exercise, form, path }: ExerciseSettingsPageProps) {
  const { texts, locale } = visit
  const { queue } = exercise
  const { title, lead } = texts.exerciseSettings
  const standing = fieldsOf(form.base.document, visit)
  return (
    <section class="reading">
      <h1>{title(nameOfExercise(queue, texts, locale))}</h1>
      <Said texts={[form.isSaved === true ? texts.forms.saved : null]} />
      <p class="quiet">{lead}</p>
      <FieldsFrame
        visit={visit}
        form={form}
        action={`${path}/settings`}
        titleOf={(field) => (isGradingField(field) ? texts.exerciseSettings.fields[field] : field)}
        inWords={(field) => inWords(field, standing[field], { visit, exercise })}
      >
        <Judging visit={visit} exercise={exercise} form={form} />
        <Queueing visit={visit} exercise={exercise} form={form} />
        <Releasing visit={visit} exercise={exercise} form={form} />
      </FieldsFrame>
    </section>
  )
}

type PartProps = Omit<ExerciseSettingsPageProps, 'path'>

/** How works are judged. */
function Judging({ visit: { texts, locale }, exercise: { course, queue, rubrics }, form: { fields } }: PartProps) {
  const { parts, fields: titles, about, options } = texts.exerciseSettings
  const begun = queue.inProgress + queue.completed + queue.released
  const notReleased = queue.waiting + queue.inProgress + queue.completed
  const known = rubrics.some(({ rubricId }) => rubricId === fields.rubricId) || fields.rubricId === ''
  return (
    <FormPart title={parts.judging}>
      <SelectField
        name="rubricId"
        title={titles.rubricId}
        about={about.rubricId(begun)}
        value={fields.rubricId}
        options={[
          { value: '', text: options.pointsOnly },
          ...rubrics.map(({ rubricId, title }) => ({ value: rubricId, text: localizedText(title, locale) })),
          ...(known ? [] : [{ value: fields.rubricId, text: nameOfRubric(fields.rubricId, { texts, locale, queue }) }]),
        ]}
      />
      <p class="small">
        <a href={`/courses/${course.courseId}/rubrics/new?exercise=${queue.exerciseId}`} target="_blank" rel="noopener">
          {texts.exerciseSettings.newRubric}
        </a>
      </p>
      <ChoiceField
        name="autoPoints"
        title={titles.autoPoints}
        about={about.autoPoints(notReleased)}
        value={fields.autoPoints}
        options={[
          { value: 'shown', text: options.shown },
          { value: 'added', text: options.added },
        ]}
      />
      <CheckField
        name="anonymous"
        title={titles.anonymous}
        about={about.anonymous(notReleased)}
        isChecked={fields.anonymous !== ''}
      />
    </FormPart>
  )
}

/** Which works wait, for whom and for how long. */
function Queueing({ visit: { texts }, exercise: { queue }, form: { fields } }: PartProps) {
  const { parts, fields: titles, about, options } = texts.exerciseSettings
  return (
    <FormPart title={parts.queueing}>
      <ChoiceField
        name="attempts"
        title={titles.attempts}
        about={about.attempts(queue.waiting)}
        value={fields.attempts}
        options={[
          { value: 'latest', text: options.latest },
          { value: 'all', text: options.all },
        ]}
      />
      <ChoiceField
        name="order"
        title={titles.order}
        about={about.order(queue.waiting)}
        value={fields.order}
        options={[
          { value: 'bands', text: options.bands },
          { value: 'oldest', text: options.oldest },
        ]}
      />
      <TypedNumberField
        name="leaseMinutes"
        title={titles.leaseMinutes}
        about={about.leaseMinutes(queue.inProgress)}
        value={fields.leaseMinutes}
      />
      <TypedNumberField
        name="maxOpenClaims"
        title={titles.maxOpenClaims}
        about={about.maxOpenClaims(queue.inProgress)}
        value={fields.maxOpenClaims}
      />
      <TimeField name="dueAt" title={titles.dueAt} about={about.dueAt(queue.waiting)} value={fields.dueAt} />
    </FormPart>
  )
}

/** When students read what was judged. */
function Releasing({ visit: { texts }, exercise: { queue }, form: { fields } }: PartProps) {
  const { parts, fields: titles, about, options } = texts.exerciseSettings
  return (
    <FormPart title={parts.releasing}>
      <ChoiceField
        name="release"
        title={titles.release}
        about={about.release(queue.completed)}
        value={fields.release}
        options={[
          { value: 'manual', text: options.manual },
          { value: 'immediate', text: options.immediate, about: options.unseen },
        ]}
      />
      <TimeField
        name="releaseAt"
        title={titles.releaseAt}
        about={about.releaseAt(queue.completed)}
        value={fields.releaseAt}
      />
      <CheckField
        name="notify"
        title={titles.notify}
        about={about.notify(queue.waiting + queue.inProgress + queue.completed)}
        isChecked={fields.notify !== ''}
      />
    </FormPart>
  )
}

interface Known extends Pick<Visit, 'texts' | 'locale'>, Pick<GradedExercise, 'queue'> {}

/** An archived rubric stays that of the exercise, and is not among those that can be chosen now. */
function nameOfRubric(rubricId: string, { texts, locale, queue: { grading } }: Known): string {
  const isPresent = grading.rubricId === rubricId && grading.rubricTitle !== null
  return isPresent ? localizedText(grading.rubricTitle ?? {}, locale) : texts.exerciseSettings.options.otherRubric
}

/** What a field would hold, as a person reads it. */
function inWords(field: GradingFieldName, value: string, { visit, exercise }: Omit<PartProps, 'form'>): string {
  const { texts, locale, zone } = visit
  const { options, on, off } = texts.exerciseSettings
  if (field === 'anonymous' || field === 'notify') return value === '' ? off : on
  if (field === 'rubricId' && value !== '') {
    const rubric = exercise.rubrics.find(({ rubricId }) => rubricId === value)
    return rubric ? localizedText(rubric.title, locale) : nameOfRubric(value, { texts, locale, queue: exercise.queue })
  }
  if (field === 'rubricId') return options.pointsOnly
  const time = field === 'releaseAt' || field === 'dueAt' ? readTime(value, zone) : undefined
  if (typeof time === 'string') return formatInstant({ locale, zone }, time, 'minute')
  return Object.hasOwn(options, value) ? options[value as keyof typeof options] : value
}

import type { Snapshot } from '@course-grading/contracts/snapshots/snapshot'
import { pickLanguage } from '@course-grading/domain/localisation/pick-language'
import { formatPoints } from '../islands/display/formats.ts'
import { TimeIn } from '../islands/display/time.tsx'
import { CheckField } from '../islands/forms/fields.tsx'
import type { FormLook } from '../islands/forms/form-look.ts'
import type { Visit } from '../http/visit.ts'
import { FormFrame, SaveBar } from '../layout/forms/form-frame.tsx'
import { Said } from '../layout/said.tsx'
import { exerciseField, type ExercisesForm } from './exercises-form.ts'

interface ExercisesPageProps {
  readonly visit: Pick<Visit, 'texts' | 'locale' | 'session'>
  readonly courseId: number
  readonly snapshot: Snapshot
  readonly form: ExercisesForm
}

interface Row {
  readonly exerciseId: number
  readonly name: string
  /** Null where A+ does not have it. */
  readonly maxPoints: number | null
}

export function ExercisesPage({ visit, courseId, snapshot, form }: ExercisesPageProps) {
  const { texts, locale, session } = visit
  const { title, lead, asOf, lacking, none } = texts.settings.exercises
  const { revision, faults } = form
  const look: FormLook = { texts, revision, faults, standing: null, focus: null }
  const present = new Set(snapshot.modules.flatMap((module) => module.exercises.map(({ exerciseId }) => exerciseId)))
  const absent = [...new Set([...form.listed, ...form.chosen])].filter((id) => !present.has(id))
  const modules = snapshot.modules.filter((module) => module.exercises.length > 0)
  return (
    <section class="reading">
      <h1>{title}</h1>
      <Said texts={[form.isSaved ? texts.forms.saved : null]} />
      <p class="quiet">
        {lead} <TimeIn text={asOf} at={snapshot.takenAt} />
      </p>
      <FormFrame
        look={look}
        userId={session.user.userId}
        action={`/courses/${courseId}/settings/exercises`}
        titleOf={(field) => field}
      >
        {modules.length === 0 && absent.length === 0 && <p class="quiet">{none}</p>}
        {modules.map((module) => (
          <Module
            key={module.id}
            visit={visit}
            courseId={courseId}
            form={form}
            name={pickLanguage(module.name, locale)}
            rows={module.exercises.map((exercise) => ({ ...exercise, name: pickLanguage(exercise.name, locale) }))}
            isOpen={modules.length === 1}
          />
        ))}
        {absent.length > 0 && (
          <Module
            visit={visit}
            courseId={courseId}
            form={form}
            name={lacking}
            rows={absent.map((exerciseId) => ({
              exerciseId,
              name: texts.course.exercise(exerciseId),
              maxPoints: null,
            }))}
            isOpen
          />
        )}
        <SaveBar look={look} />
      </FormFrame>
    </section>
  )
}

interface ModuleProps extends Pick<ExercisesPageProps, 'visit' | 'courseId' | 'form'> {
  readonly name: string
  readonly rows: readonly Row[]
  readonly isOpen: boolean
}

/** A module is folded, unless something in it has to be mended. */
function Module({ visit: { texts, locale }, courseId, form, name, rows, isOpen }: ModuleProps) {
  const { chosen, listed, faults } = form
  const { countOf, points, settingsOf } = texts.settings.exercises
  const { place } = texts.exerciseSettings
  const isFaulty = rows.some(({ exerciseId }) => faults.some(({ field }) => field === exerciseField(exerciseId)))
  return (
    <details class="card module" open={isOpen || isFaulty}>
      <summary>
        <h2>{name}</h2>{' '}
        <span class="quiet small">
          {countOf(rows.filter(({ exerciseId }) => chosen.has(exerciseId)).length, rows.length)}
        </span>
      </summary>
      <ul class="list">
        {rows.map(({ exerciseId, name: title, maxPoints }) => (
          <li key={exerciseId}>
            <CheckField name={exerciseField(exerciseId)} title={title} isChecked={chosen.has(exerciseId)} />
            {maxPoints !== null && <span class="quiet small">{points(formatPoints(locale, maxPoints))}</span>}
            {listed.includes(exerciseId) && (
              <a
                class="small"
                href={`/courses/${courseId}/exercises/${exerciseId}/settings`}
                aria-label={settingsOf(title)}
              >
                {place}
              </a>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

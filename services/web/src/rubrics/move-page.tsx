import type { Rubric } from '@course-grading/contracts/rubrics/rubric'
import type { RubricMigrationItem, RubricMigrationPage } from '@course-grading/contracts/rubrics/rubric-migration'
import { formatOutOf } from '../islands/display/formats.ts'
import { RowTable } from '../layout/row-table.tsx'
import type { Locale, Texts } from '../texts/texts.ts'
import type { ExerciseNames } from './exercise-names.ts'
import { rubricPath } from './rubric-paths.ts'
import { type Trail, withTrail } from './trail.ts'

export interface ChosenWorks {
  /** As the form has it: empty for every exercise. */
  readonly exerciseId: string
  readonly include: readonly string[]
}

interface MovePageProps {
  readonly texts: Texts
  readonly rubric: Rubric
  readonly exercises: readonly { readonly exerciseId: number; readonly name: string }[]
  readonly trail: Trail
  readonly chosen: ChosenWorks
  /** Why no plan was made. */
  readonly fault: string | null
}

/** Chooses which works a plan is about. */
export function MovePage({ texts, rubric, exercises, trail, chosen, fault }: MovePageProps) {
  const { title, lead, which, everyExercise, begun, completed, plan, faults } = texts.rubricMove
  const { latestVersion, uses } = rubric
  const older = uses.filter(({ version }) => version !== latestVersion)
  const sum = (of: 'inProgress' | 'completed'): number => older.reduce((total, use) => total + use[of], 0)
  const box = (name: string, text: string) => (
    <label class="choice">
      <input type="checkbox" name={name} value="on" checked={chosen.include.includes(name)} autoComplete="off" />{' '}
      <span>{text}</span>
    </label>
  )
  return (
    <div class="reading">
      <h1>{title}</h1>
      {fault !== null && (
        <p class="notice bad" role="alert">
          {Object.hasOwn(faults, fault) ? faults[fault as keyof typeof faults] : faults.none}
        </p>
      )}
      <p>{lead(latestVersion ?? 1)}</p>
      <form
        method="post"
        action={withTrail(`${rubricPath(rubric)}/move`, trail)}
        class="card padded"
        autoComplete="off"
      >
        <input type="hidden" name="toVersion" value={latestVersion ?? 1} />
        <label>
          {which}{' '}
          <select name="exerciseId" autoComplete="off">
            <option value="">{everyExercise}</option>
            {exercises.map(({ exerciseId, name }) => (
              <option key={exerciseId} value={exerciseId} selected={chosen.exerciseId === exerciseId.toString()}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {box('in_progress', begun(sum('inProgress')))}
        {box('completed', completed(sum('completed')))}
        <span class="buttons">
          <button class="main">{plan}</button>
        </span>
      </form>
    </div>
  )
}

interface MigrationPageProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly rubric: Rubric
  readonly migration: RubricMigrationPage
  readonly names: ExerciseNames
  readonly effect: RubricMigrationItem['effect'] | null
  readonly trail: Trail
  /** Whether the run was refused, since works changed or the plan is too old. */
  readonly isStale: boolean
}

/** What a plan changes: totals in sentences, and its works by effect. */
export function MigrationPage(props: MigrationPageProps) {
  const { texts, rubric, migration, trail, isStale } = props
  const { title, moved, stale, planAgain } = texts.rubricMove
  const own = `${rubricPath(rubric)}/migrations/${migration.migrationId}`
  const count = migration.assessments - migration.blocked
  return (
    <div class="reading">
      <h1>{title}</h1>
      {migration.state === 'run' && <output class="notice said">{moved(count)}</output>}
      {isStale && migration.state !== 'run' && (
        <p class="notice bad" role="alert">
          {stale}
        </p>
      )}
      <Totals {...props} />
      <div class="buttons">
        {migration.state === 'ready' && !isStale && count > 0 && (
          <form method="post" action={withTrail(`${own}/run`, trail)}>
            <button class="main">{texts.rubricMove.move(count)}</button>
          </form>
        )}
        {migration.state === 'ready' && (
          <a class="button" href={withTrail(`${rubricPath(rubric)}/move`, trail)}>
            {planAgain}
          </a>
        )}
        <a class="button" href={trail.from ?? rubricPath(rubric)}>
          {trail.from === null ? texts.rubricPublish.done : texts.rubricPublish.backToWork}
        </a>
      </div>
      <Rows {...props} own={own} />
    </div>
  )
}

function Totals({ texts, migration }: MigrationPageProps) {
  const { toVersion, inProgress, completed, replaced, shownChanged, scoresDropped, reopened, delivered, blocked } =
    migration
  const { totals } = texts.rubricMove
  const sentences = [
    totals.works(inProgress, completed, toVersion),
    totals.replaced(replaced),
    shownChanged > 0 && totals.shown(shownChanged),
    delivered > 0 && totals.delivered(delivered),
    scoresDropped > 0 && totals.dropped(scoresDropped),
    reopened > 0 && totals.reopened(reopened),
    blocked > 0 && totals.blocked(blocked),
  ].filter((sentence) => sentence !== false)
  return (
    <section class="card padded">
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}

function Rows({ texts, locale, migration, names, effect, trail, own }: MigrationPageProps & { readonly own: string }) {
  const { effects, columns, all, works, dropped } = texts.rubricMove
  const link = (of: RubricMigrationItem['effect'] | null, text: string) => (
    <a href={withTrail(own, trail, { effect: of ?? undefined })} aria-current={of === effect ? 'page' : undefined}>
      {text}
    </a>
  )
  return (
    <section class="card">
      <nav class="states" aria-label={works}>
        {link(null, all)}
        {(['result', 'reopened', 'version', 'scores'] as const).map((each) => link(each, effects[each]))}
      </nav>
      <RowTable
        rows={migration.items}
        keyOf={({ assessmentId }) => assessmentId}
        columns={[
          {
            title: texts.queue.who,
            cell: ({ assessmentId, submissionId, submitters }) => (
              <a href={`/grade/${assessmentId}`}>
                {submitters.map(({ fullName }) => fullName).join(', ') || texts.course.submission(submissionId)}
              </a>
            ),
          },
          {
            title: columns.before,
            isNumber: true,
            cell: (row) => formatOutOf(locale, row.pointsBefore, row.maxPointsBefore),
          },
          {
            title: columns.after,
            isNumber: true,
            cell: (row) => formatOutOf(locale, row.pointsAfter, row.maxPointsAfter),
          },
          { title: columns.dropped, cell: ({ droppedCount }) => droppedCount > 0 && dropped(droppedCount) },
          { title: columns.exercise, cell: ({ exerciseId }) => names(exerciseId) },
          { title: columns.effect, cell: (row) => effects[row.effect] },
        ]}
      />
      {migration.nextCursor !== null && (
        <nav aria-label={texts.pages}>
          <a href={withTrail(own, trail, { effect: effect ?? undefined, cursor: migration.nextCursor })}>
            {texts.nextPage}
          </a>
        </nav>
      )}
    </section>
  )
}

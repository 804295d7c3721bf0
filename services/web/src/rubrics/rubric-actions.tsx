import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { Rubric } from '@course-grading/contracts/rubrics/rubric'
import { pickLanguage } from '@course-grading/domain/localisation/pick-language'
import type { Locale, Texts } from '../texts/texts.ts'
import { rubricPath } from './rubric-paths.ts'

interface RubricActionsProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly rubric: Rubric
  readonly taught: readonly CourseBrief[]
}

/** What a teacher can do with a rubric as it stands. */
export function RubricActions({ texts, locale, rubric, taught }: RubricActionsProps) {
  const { actions, inUse } = texts.rubrics
  const { state, exerciseIds } = rubric
  const path = rubricPath(rubric)
  return (
    <>
      <div class="buttons">
        {state !== 'archived' && (
          <a class="button main" href={`${path}/edit`}>
            {texts.rubricEditor.edit}
          </a>
        )}
        {state !== 'archived' && rubric.hasDraft && (
          <a class="button" href={`${path}/publish`}>
            {texts.rubricPublish.title}
          </a>
        )}
        {rubric.uses.some(({ version }) => version !== rubric.latestVersion) && (
          <a class="button" href={`${path}/move`}>
            {texts.rubricPublish.move}
          </a>
        )}
        {state === 'published' && exerciseIds.length === 0 && (
          <Press action={`${path}/archive`} rubric={rubric} text={actions.archive} />
        )}
        {state === 'archived' && <Press action={`${path}/restore`} rubric={rubric} text={actions.restore} />}
        {state === 'draft' && (
          <a class="button" href={`${path}/delete`}>
            {actions.remove}
          </a>
        )}
        {state === 'published' && exerciseIds.length > 0 && <span class="quiet small">{inUse}</span>}
      </div>
      <form method="post" action={`${path}/copy`} class="copy" autoComplete="off">
        <label>
          {actions.target}{' '}
          <select name="course" autoComplete="off">
            {taught.map(({ courseId, name, instanceName }) => (
              <option key={courseId} value={courseId} selected={courseId === rubric.courseId}>
                {[pickLanguage(name, locale), pickLanguage(instanceName, locale)].join(' · ')}
              </option>
            ))}
          </select>
        </label>
        <button>{actions.copy}</button>
      </form>
    </>
  )
}

interface PressProps {
  readonly action: string
  readonly rubric: Pick<Rubric, 'revision'>
  readonly text: string
  readonly isMain?: boolean
}

/** A button that writes over the revision that the page shows. */
export const Press = ({ action, rubric: { revision }, text, isMain = false }: PressProps) => (
  <form method="post" action={action}>
    <input type="hidden" name="revision" value={revision} />
    <button class={isMain ? 'main' : undefined}>{text}</button>
  </form>
)

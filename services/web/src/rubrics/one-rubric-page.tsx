import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { Rubric } from '@course-grading/contracts/rubrics/rubric'
import { languageOfText, localizedText } from '../islands/display/localized-text.ts'
import { Said } from '../layout/said.tsx'
import type { Locale, Texts } from '../texts/texts.ts'
import type { ExerciseNames } from './exercise-names.ts'
import { GradersView } from './graders-view.tsx'
import { RubricActions } from './rubric-actions.tsx'
import { StudentsView } from './students-view.tsx'
import { UsedBy } from './used-by.tsx'
import { type VersionList, Versions } from './versions.tsx'

interface OneRubricPageProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly rubric: Rubric
  readonly names: ExerciseNames
  readonly versions: VersionList
  /** The courses to which a teacher may copy it; null for people who only grade. */
  readonly taught: readonly CourseBrief[] | null
  /** What was just done. */
  readonly done: string | null
}

export function OneRubricPage({ texts, locale, rubric, names, versions, taught, done }: OneRubricPageProps) {
  const { notices } = texts.rubrics
  const document = rubric.latest ?? rubric.draft
  return (
    <div class="reading">
      <Said texts={[Object.hasOwn(notices, done ?? '') ? notices[done as keyof typeof notices] : null]} />
      <RubricHead texts={texts} locale={locale} rubric={rubric} names={names} />
      {taught && <RubricActions texts={texts} locale={locale} rubric={rubric} taught={taught} />}
      {document && (
        <>
          <GradersView texts={texts} locale={locale} document={document} revision={rubric.revision} />
          <StudentsView texts={texts} locale={locale} document={document} />
        </>
      )}
      {versions.items.length > 0 && <Versions texts={texts} locale={locale} rubric={rubric} versions={versions} />}
    </div>
  )
}

type RubricHeadProps = Pick<OneRubricPageProps, 'texts' | 'locale' | 'rubric' | 'names'>

/** Its title, what stands published, and who uses it. */
function RubricHead({ texts, locale, rubric, names }: RubricHeadProps) {
  const { versionOf, unpublished, usedBy, draft, archivedState } = texts.rubrics
  const { title, state, latestVersion, latestWording, hasDraft, uses } = rubric
  const begun = uses.reduce((total, { inProgress }) => total + inProgress, 0)
  const completed = uses.reduce((total, use) => total + use.completed, 0)
  return (
    <div>
      <h1 lang={languageOfText(title, locale)}>{localizedText(title, locale)}</h1>
      <p class="quiet small">
        {latestVersion === null || latestWording === null ? unpublished : versionOf(latestVersion, latestWording)}
        {rubric.exerciseIds.length > 0 && (
          <>
            {' · '}
            {usedBy} <UsedBy rubric={rubric} names={names} />
          </>
        )}
        {begun + completed > 0 && ` · ${texts.rubrics.works(begun, completed)}`}{' '}
        {hasDraft && <span class="tag warn">{draft}</span>}{' '}
        {state === 'archived' && <span class="tag">{archivedState}</span>}
      </p>
    </div>
  )
}

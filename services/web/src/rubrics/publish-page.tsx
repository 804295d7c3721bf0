import type { Rubric } from '@course-grading/contracts/rubrics/rubric'
import { rubricChanges } from '@course-grading/domain/rubrics/rubric-changes'
import { languageOfText, localizedText } from '../islands/display/localized-text.ts'
import { Said } from '../layout/said.tsx'
import type { Locale, Texts } from '../texts/texts.ts'
import { ChangesView } from './changes-view.tsx'
import type { ExerciseNames } from './exercise-names.ts'
import { Press } from './rubric-actions.tsx'
import { rubricPath } from './rubric-paths.ts'
import { type Trail, withTrail } from './trail.ts'

interface PublishPageProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly rubric: Rubric
  readonly names: ExerciseNames
  readonly trail: Trail
  readonly done: string | null
}

/** Before publishing, what it changes and for whom; afterwards, what can follow. */
export function PublishPage(props: PublishPageProps) {
  const { texts, locale, rubric, done } = props
  const { notices } = texts.rubricPublish
  return (
    <div class="reading">
      <Said texts={[Object.hasOwn(notices, done ?? '') ? notices[done as keyof typeof notices] : null]} />
      <h1 lang={languageOfText(rubric.title, locale)}>{localizedText(rubric.title, locale)}</h1>
      {rubric.draft === null ? <AfterPublishing {...props} /> : <BeforePublishing {...props} draft={rubric.draft} />}
    </div>
  )
}

interface BeforeProps extends PublishPageProps {
  readonly draft: NonNullable<Rubric['draft']>
}

function BeforePublishing({ texts, locale, rubric, draft, trail }: BeforeProps) {
  const { first, changes, publishVersion, publishWording, wordingReaches, structureStays, nothing, back } =
    texts.rubricPublish
  const { latest, latestVersion, uses } = rubric
  const found = latest && rubricChanges(latest, draft)
  const isStructure = found === null || found.structure.length > 0
  const isSame = found !== null && !isStructure && found.wording.length === 0
  const sum = (of: 'inProgress' | 'completed'): number => uses.reduce((total, use) => total + use[of], 0)
  return (
    <>
      <section class="card padded">
        <h2>{changes}</h2>
        {found === null ? <p>{first}</p> : <ChangesView texts={texts} locale={locale} changes={found} />}
        {found !== null && !isSame && (
          <p>
            {isStructure
              ? structureStays(sum('inProgress'), sum('completed'))
              : wordingReaches(sum('inProgress'), sum('completed'))}
          </p>
        )}
        {isSame && <p>{nothing}</p>}
      </section>
      <div class="buttons">
        {!isSame && (
          <Press
            action={withTrail(`${rubricPath(rubric)}/publish`, trail)}
            rubric={rubric}
            text={isStructure ? publishVersion((latestVersion ?? 0) + 1) : publishWording}
            isMain
          />
        )}
        <a class="button" href={withTrail(`${rubricPath(rubric)}/edit`, trail)}>
          {back}
        </a>
      </div>
    </>
  )
}

function AfterPublishing({ texts, rubric, names, trail }: PublishPageProps) {
  const { stands, chooseFor, move, older, backToWork, done } = texts.rubricPublish
  const { exerciseId, from } = trail
  const { latestVersion, latestWording, exerciseIds, uses } = rubric
  const behind = uses
    .filter(({ version }) => version !== latestVersion)
    .reduce((total, { inProgress, completed }) => total + inProgress + completed, 0)
  return (
    <>
      <p>{stands(texts.rubrics.versionOf(latestVersion ?? 1, latestWording ?? 1))}</p>
      {exerciseId !== null && !exerciseIds.includes(exerciseId) && (
        <Press
          action={withTrail(`${rubricPath(rubric)}/use`, trail)}
          rubric={rubric}
          text={chooseFor(names(exerciseId))}
          isMain
        />
      )}
      {behind > 0 && (
        <p>
          {older(behind)} <a href={withTrail(`${rubricPath(rubric)}/move`, trail)}>{move}</a>
        </p>
      )}
      <p>{from === null ? <a href={rubricPath(rubric)}>{done}</a> : <a href={from}>{backToWork}</a>}</p>
    </>
  )
}

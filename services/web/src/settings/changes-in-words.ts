import type { CourseSettingsDocument, CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import type { SettingsRevisionDetail } from '@course-grading/contracts/settings/settings-revision'
import { groupOf, type LeafValue } from '@course-grading/settings-comparison/leaves'
import { changesOf } from '@course-grading/settings-comparison/three-way'
import { languageName } from '../islands/display/formats.ts'
import type { Visit } from '../http/visit.ts'
import { describeGrader } from './grader-line.tsx'

/** A change of a field as a form shows its values. */
export interface ChangeInWords {
  readonly title: string
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

export interface NamesInChanges {
  readonly exercise: (exerciseId: number) => string
  readonly grader: (userId: number) => string
}

type Spoken = Pick<Visit, 'texts' | 'locale'>

/** What a revision changed, field by field; `omitted` has the titles of those whose values were too large for the reply. */
export function changesInWords(
  { document, changes }: Pick<SettingsRevisionDetail, 'document' | 'changes'>,
  names: NamesInChanges,
  visit: Spoken,
): { readonly shown: readonly ChangeInWords[]; readonly omitted: readonly string[] } {
  const { byField } = visit.texts.settings
  const before = documentBefore(document, changes)
  const tagsOf = ({ tags }: CourseSettingsDocument): string[] => tags.map(({ slug, name }) => `${name} (${slug})`)
  const omitted = changes.flatMap((change) => (change.omitted === true ? titleOf(change.path, byField) : []))
  const shown = [
    ...graderChanges(before, document, names, visit),
    ...fieldChanges(before, document, names, visit),
    { title: byField.ltiLoginUrl, ...differing([before.ltiLoginUrl ?? ''], [document.ltiLoginUrl ?? '']) },
    { title: byField.tags, ...differing(tagsOf(before), tagsOf(document)) },
  ]
  return { shown: shown.filter(({ removed, added }) => removed.length + added.length > 0), omitted }
}

/** The document of the revision before. */
function documentBefore(
  document: CourseSettingsDocument,
  changes: SettingsRevisionDetail['changes'],
): CourseSettingsDocument {
  return changes.reduce((after, { path, before, omitted }) => {
    const [, parent, name = ''] = /^\$\.(?:(templates)\.)?(\w+)$/.exec(path) ?? []
    if (omitted === true) return after
    if (parent === undefined) return { ...after, [name]: before }
    return { ...after, templates: { ...after.templates, [name]: before } }
  }, document)
}

const titleOf = (path: string, byField: Spoken['texts']['settings']['byField']): string => {
  const name = path.split('.').at(-1) ?? ''
  return Object.hasOwn(byField, name) ? byField[name as keyof typeof byField] : name
}

const differing = (before: readonly string[], after: readonly string[]) => ({
  removed: before.filter((each) => each !== '' && !after.includes(each)),
  added: after.filter((each) => each !== '' && !before.includes(each)),
})

function graderChanges(
  before: CourseSettingsUpdate,
  after: CourseSettingsUpdate,
  names: NamesInChanges,
  visit: Spoken,
): ChangeInWords[] {
  const changed = new Set(changesOf(before, after).flatMap(({ path }) => groupOf(path) ?? []))
  return [...changed].map((group) => {
    const userId = Number(/\d+/.exec(group)?.[0])
    const inWords = ({ graders }: CourseSettingsUpdate): string =>
      describeGrader(graders.find((grader) => grader.userId === userId) ?? null, visit)
    return {
      title: `${visit.texts.settings.byField.graders}, ${names.grader(userId)}`,
      removed: [inWords(before)],
      added: [inWords(after)],
    }
  })
}

function fieldChanges(
  before: CourseSettingsUpdate,
  after: CourseSettingsUpdate,
  names: NamesInChanges,
  visit: Spoken,
): ChangeInWords[] {
  const changes = changesOf(before, after).filter(({ path }) => groupOf(path) === null)
  const byField = Map.groupBy(changes, ({ path }) => path.replace(/\[.*$/s, ''))
  return [...byField].map(([path, parts]) => {
    const textsOf = (of: 'before' | 'after') => parts.flatMap((part) => valueText(path, part[of], names, visit))
    return { title: titleOf(path, visit.texts.settings.byField), removed: textsOf('before'), added: textsOf('after') }
  })
}

function valueText(
  path: string,
  value: LeafValue | undefined,
  names: NamesInChanges,
  { texts, locale }: Spoken,
): string | never[] {
  if (value === undefined || value === null) return []
  if (typeof value === 'boolean') return value ? texts.rubrics.changes.yes : texts.rubrics.changes.no
  if (typeof value === 'number') return path === '$.manualGradingExercises' ? names.exercise(value) : String(value)
  return typeof value === 'string' ? value : value.map((code) => languageName(locale, code)).join(', ')
}

import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import { pickLanguage } from '@course-grading/domain/localisation/pick-language'
import { CheckField, FieldGroup, RowButton, SelectField } from '../islands/forms/fields.tsx'
import type { FormLook } from '../islands/forms/form-look.ts'
import type { Visit } from '../http/visit.ts'
import { FormFrame, SaveBar } from '../layout/forms/form-frame.tsx'
import { type CopyForm, type CopySource, type Pair, pairsAtOnce, pairValue } from './copy-form.ts'
import { CopyReport } from './copy-report.tsx'

interface CopyPageProps {
  readonly visit: Pick<Visit, 'texts' | 'locale' | 'session'>
  readonly courseId: number
  readonly sources: readonly CourseBrief[]
  /** Null before a course is chosen. */
  readonly copying: { readonly source: CopySource; readonly form: CopyForm } | null
}

export function CopyPage({ visit, courseId, sources, copying }: CopyPageProps) {
  const { texts } = visit
  const { title, lead, notGraders, noSource } = texts.copy
  return (
    <section class="reading">
      <h1>{title}</h1>
      <p class="quiet">
        {lead} <b>{notGraders}</b> <a href={`/courses/${courseId}/settings/graders`}>{texts.graders.title}</a>
      </p>
      {sources.length === 0 ? (
        <p class="notice">{noSource}</p>
      ) : (
        <SourceForm visit={visit} courseId={courseId} sources={sources} chosen={copying?.source.course ?? null} />
      )}
      {copying && <PairsForm visit={visit} courseId={courseId} {...copying} />}
    </section>
  )
}

interface SourceFormProps extends Omit<CopyPageProps, 'copying'> {
  readonly chosen: CourseBrief | null
}

function SourceForm({ visit: { texts, locale }, courseId, sources, chosen }: SourceFormProps) {
  const { fields, choose } = texts.copy
  return (
    <form class="filter" method="get" action={`/courses/${courseId}/copy`} autoComplete="off">
      <label>
        {fields.from}{' '}
        <select name="from" autoComplete="off">
          {sources.map((course) => (
            <option key={course.courseId} value={course.courseId} selected={course.courseId === chosen?.courseId}>
              {nameOfCourse(course, locale)}
            </option>
          ))}
        </select>
      </label>
      <button class={chosen === null ? 'main' : undefined}>{choose}</button>
    </form>
  )
}

const nameOfCourse = ({ name, instanceName }: CourseBrief, locale: string): string =>
  `${pickLanguage(name, locale)} (${pickLanguage(instanceName, locale)})`

interface PairsFormProps {
  readonly visit: CopyPageProps['visit']
  readonly courseId: number
  readonly source: CopySource
  readonly form: CopyForm
}

function PairsForm({ visit, courseId, source, form }: PairsFormProps) {
  const { texts, locale, session } = visit
  const { fields, copyFrom, aboutPairs, noPairs, add, again, goOn } = texts.copy
  const { faults, focus, report } = form
  const look: FormLook = { texts, revision: 0, faults, standing: null, focus }
  const next = report?.next ?? null
  const namesOfPairs = pairNames(source, visit)
  return (
    <FormFrame look={look} userId={session.user.userId} action={`/courses/${courseId}/copy`} titleOf={(field) => field}>
      <input type="hidden" name="from" value={source.course.courseId} />
      {report && (
        <CopyReport visit={visit} courseId={courseId} report={report} nameOf={namesOfPairs}>
          {next !== null && (
            <button class="main" name="press" value={`save:${next.start}`}>
              {next.isRepeated
                ? goOn.rest
                : goOn.pairs(next.start + 1, Math.min(next.start + pairsAtOnce, form.chosen.length))}
            </button>
          )}
        </CopyReport>
      )}
      <section class="card padded fields">
        <FieldGroup name="pair" title={fields.pairs} about={form.rows.length === 0 ? noPairs : aboutPairs}>
          {form.rows.map((pair) => (
            <CheckField
              key={pair.to}
              name="pair"
              value={pairValue(pair)}
              title={namesOfPairs(pair)}
              isChecked={form.chosen.some((each) => pairValue(each) === pairValue(pair))}
            />
          ))}
        </FieldGroup>
        {(['addTo', 'addFrom'] as const).map((name) => (
          <SelectField
            key={name}
            name={name}
            title={fields[name]}
            value={form.added[name === 'addTo' ? 'to' : 'from']}
            options={[
              { value: '', text: texts.copy.nothingChosen },
              ...(name === 'addTo' ? source.to : source.from).map(({ exerciseId, name: raw }) => ({
                value: String(exerciseId),
                text: pickLanguage(raw, locale),
              })),
            ]}
          />
        ))}
        <span>
          <RowButton press="add" text={add} />
        </span>
      </section>
      <SaveBar look={look} save={report ? again : copyFrom(nameOfCourse(source.course, locale))} />
    </FormFrame>
  )
}

/** The exercise that gets the settings, and that of the other course where it is called otherwise. */
function pairNames({ from, to }: CopySource, { texts, locale }: CopyPageProps['visit']): (pair: Pair) => string {
  const [ofFrom, ofTo] = [from, to].map(
    (exercises) => new Map(exercises.map(({ exerciseId, name }) => [exerciseId, pickLanguage(name, locale)])),
  )
  return (pair) => {
    const other = ofFrom?.get(pair.from) ?? texts.course.exercise(pair.from)
    const own = ofTo?.get(pair.to) ?? texts.course.exercise(pair.to)
    return own === other ? own : texts.copy.pair(own, other)
  }
}

import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import { pickLanguage } from '@course-grading/domain/localisation/pick-language'
import { isInCourseList } from '@course-grading/domain/sessions/is-in-course-list'
import type { Visit } from '../http/visit.ts'
import { CheckField, ChoiceField, FieldGroup, SelectField } from '../islands/forms/fields.tsx'
import { gradesIn } from '../layout/course-of.ts'
import type { FieldsForm } from '../layout/forms/answer-fields.ts'
import { FieldsFrame } from '../layout/forms/fields-frame.tsx'
import { Said } from '../layout/said.tsx'
import { type PreferenceFields, pinnedIn } from './preference-fields.ts'

export interface PreferencesForm extends FieldsForm<PreferenceFields, PreferenceFields> {
  readonly isSaved?: boolean
}

interface PreferencesPageProps {
  readonly visit: Pick<Visit, 'texts' | 'locale' | 'session'>
  /** Of people who chose none. */
  readonly serviceZone: string
  readonly form: PreferencesForm
}

export function PreferencesPage({ visit, serviceZone, form }: PreferencesPageProps) {
  const { texts, locale, session } = visit
  const { title, fields: titles, about, otherZone } = texts.preferences
  const { base, fields, isSaved = false } = form
  const optionsOf = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([value, text]) => ({ value, text }))
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), fields.timeZone])].filter(Boolean)
  const courseName = ({ name }: CourseBrief) => pickLanguage(name, locale)
  /** Two people who change a box make the same of it. */
  function inWords(name: keyof PreferenceFields): string {
    const value = base.document[name]
    const { languages, themes } = texts.looks
    if (name === 'timeZone' && value === '') return otherZone(serviceZone)
    if (name === 'pinned') {
      const pinned = pinnedIn(base.document)
      return session.courses
        .filter(({ courseId }) => pinned.includes(courseId))
        .map(courseName)
        .join(', ')
    }
    return { ...languages, ...themes }[value as keyof typeof languages] ?? value
  }
  return (
    <section class="reading">
      <h1>{title}</h1>
      <Said texts={[isSaved ? texts.forms.saved : null]} />
      <FieldsFrame
        visit={visit}
        form={form}
        action="/preferences"
        titleOf={(field) => (Object.hasOwn(titles, field) ? titles[field as keyof typeof titles] : field)}
        inWords={inWords}
      >
        <section class="card padded fields" aria-label={title}>
          <SelectField
            name="locale"
            title={titles.locale}
            value={fields.locale}
            options={optionsOf(texts.looks.languages)}
          />
          <SelectField
            name="timeZone"
            title={titles.timeZone}
            about={about.timeZone}
            value={fields.timeZone}
            options={[{ value: '', text: otherZone(serviceZone) }, ...zones.map((value) => ({ value, text: value }))]}
          />
          <ChoiceField name="theme" title={titles.theme} value={fields.theme} options={optionsOf(texts.looks.themes)} />
          {(['autoAdvance', 'hideTemplateCode'] as const).map((name) =>
            session.courses.some(gradesIn) ? (
              <CheckField
                key={name}
                name={name}
                title={titles[name]}
                about={about[name]}
                isChecked={fields[name] !== ''}
              />
            ) : (
              <input key={name} type="hidden" name={name} value={fields[name]} />
            ),
          )}
          <PinnedCourses visit={visit} fields={fields} />
        </section>
      </FieldsFrame>
      <p>
        <a href="/sessions">{texts.preferences.sessions.title}</a>
      </p>
    </section>
  )
}

interface PinnedCoursesProps extends Pick<PreferencesPageProps, 'visit'> {
  readonly fields: PreferenceFields
}

/** Pinned ones come first, in their order. A pin of a course that is not listed to the person stays. */
function PinnedCourses({ visit: { texts, locale, session }, fields }: PinnedCoursesProps) {
  const pinned = pinnedIn(fields)
  const listed = session.courses.filter(isInCourseList)
  const placeOf = ({ courseId }: CourseBrief) => (pinned.includes(courseId) ? pinned.indexOf(courseId) : pinned.length)
  const unlisted = pinned.filter((id) => listed.every(({ courseId }) => courseId !== id))
  return (
    <FieldGroup name="pinned" title={texts.preferences.fields.pinned} about={texts.preferences.about.pinned}>
      {listed
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .map((course) => (
          <CheckField
            key={course.courseId}
            name="pinned"
            value={String(course.courseId)}
            title={[pickLanguage(course.name, locale), pickLanguage(course.instanceName, locale)].join(' · ')}
            isChecked={pinned.includes(course.courseId)}
          />
        ))}
      {unlisted.map((id) => (
        <input key={id} type="hidden" name="pinned" value={id} />
      ))}
    </FieldGroup>
  )
}

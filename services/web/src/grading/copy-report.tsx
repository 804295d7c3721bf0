import type { CopiedGrading } from '@course-grading/contracts/grading/copy-course-grading'
import type { ComponentChildren } from 'preact'
import { languageName } from '../islands/display/formats.ts'
import { languageOfText, localizedText } from '../islands/display/localized-text.ts'
import type { Visit } from '../http/visit.ts'
import type { Texts } from '../texts/texts.ts'
import type { CopyReport as Report, Pair } from './copy-form.ts'

interface CopyReportProps {
  readonly visit: Pick<Visit, 'texts' | 'locale'>
  readonly courseId: number
  readonly report: Report
  readonly nameOf: (pair: Pair) => string
  /** What goes on, where there is more. */
  readonly children: ComponentChildren
}

/** What a request made, and what it left out, by reason. */
export function CopyReport({ visit, courseId, report, nameOf, children }: CopyReportProps) {
  const { texts, locale } = visit
  const { made, leftOut, nothing, counts } = texts.copy
  const { rubrics, snippets, exercises, templates } = report.copied
  const left = leftOutOf(visit, report, nameOf)
  const isAny = rubrics.length + snippets + exercises.length + templates.length > 0
  return (
    <section class="card padded" aria-label={made} tabIndex={-1} autofocus>
      <h2>{made}</h2>
      {isAny ? (
        <ul>
          {rubrics.length > 0 && (
            <li>
              {counts.rubrics(rubrics.length)}:{' '}
              <Listed
                names={rubrics.map(({ from, to }) => (
                  <a key={to} href={`/courses/${courseId}/rubrics/${to}`}>
                    <Title report={report} rubricId={from} locale={locale} />
                  </a>
                ))}
              />
            </li>
          )}
          {snippets > 0 && <li>{counts.snippets(snippets)}</li>}
          {exercises.length > 0 && (
            <li>
              {counts.exercises(exercises.length)}: <Listed names={exercises.map(nameOf)} />
            </li>
          )}
          {templates.length > 0 && (
            <li>
              {counts.templates(templates.length)}: {templates.map((code) => languageName(locale, code)).join(', ')}
            </li>
          )}
        </ul>
      ) : (
        <p>{nothing}</p>
      )}
      {left.length > 0 && <h3>{leftOut}</h3>}
      <ul>
        {left.map(({ kind, why, names, count }) => (
          <li key={`${kind} ${why}`}>
            {counts[kind](count)}: {reasonText(texts, kind, why)}{' '}
            {names.length > 0 && (
              <span class="quiet">
                <Listed names={names} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {children && <span>{children}</span>}
    </section>
  )
}

const Listed = ({ names }: { readonly names: readonly ComponentChildren[] }) => (
  <>
    {names.map((name, place) => (
      <>
        {place > 0 && ', '}
        {name}
      </>
    ))}
  </>
)

interface TitleProps {
  readonly report: Report
  readonly rubricId: string
  readonly locale: string
}

function Title({ report, rubricId, locale }: TitleProps) {
  const title = report.titles.get(rubricId) ?? {}
  return <span lang={languageOfText(title, locale)}>{localizedText(title, locale) || rubricId}</span>
}

type Kind = keyof CopiedGrading['leftOut']

interface LeftOut {
  readonly kind: Kind
  readonly why: string
  readonly count: number
  readonly names: readonly ComponentChildren[]
}

function leftOutOf({ locale }: CopyReportProps['visit'], report: Report, nameOf: (pair: Pair) => string): LeftOut[] {
  const { rubrics, snippets, exercises, settings, templates } = report.copied.leftOut
  const all: { kind: Kind; why: string; name: ComponentChildren }[] = [
    ...rubrics.map(({ rubricId, reason, isNewerThanCopy }) => ({
      kind: 'rubrics' as const,
      why: isNewerThanCopy ? 'isNewerThanCopy' : reason,
      name: <Title report={report} rubricId={rubricId} locale={locale} />,
    })),
    ...snippets.map(({ snippetId, reason }) => ({
      kind: 'snippets' as const,
      why: reason,
      name: report.labels.get(snippetId),
    })),
    ...exercises.map((pair) => ({ kind: 'exercises' as const, why: pair.reason, name: nameOf(pair) })),
    ...settings.map((pair) => ({ kind: 'settings' as const, why: pair.setting, name: nameOf(pair) })),
    ...templates.map(({ language, reason }) => ({
      kind: 'templates' as const,
      why: reason,
      name: languageName(locale, language),
    })),
  ]
  return [...Map.groupBy(all, ({ kind, why }) => `${kind} ${why}`).values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const isNamed = first.kind !== 'snippets' || !['copied_before', 'ask_again'].includes(first.why)
    const names = isNamed ? same.flatMap(({ name }) => (name === undefined ? [] : [name])) : []
    return [{ kind: first.kind, why: first.why, count: same.length, names }]
  })
}

/** A reason that the boundary has learnt since is none that this page knows. */
function reasonText({ copy }: Texts, kind: Kind, why: string): string {
  const known: Readonly<Record<string, string>> = copy.byReason[kind]
  return known[why] ?? copy.otherReason
}

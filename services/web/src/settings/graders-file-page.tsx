import { createHash } from 'node:crypto'
import { TextField } from '../islands/forms/fields.tsx'
import { type Fault, type FormLook, idOf, type Standing } from '../islands/forms/form-look.ts'
import { TimeIn } from '../islands/display/time.tsx'
import type { Visit } from '../http/visit.ts'
import { FormFrame } from '../layout/forms/form-frame.tsx'
import { describeGrader } from './grader-line.tsx'
import type { GradersPlan } from './graders-plan.ts'

/** Of the file that a button names. */
export const digestOf = (csv: string): string => createHash('sha256').update(csv).digest('base64url')

export interface GradersFile {
  readonly revision: number
  readonly csv: string
  readonly faults: readonly Fault[]
  readonly standing: Standing | null
  /** Null until a file was checked. */
  readonly plan: (GradersPlan & { readonly names: ReadonlyMap<number | null, string> }) | null
  /** Whether the file has no grader, and how many there are now. */
  readonly isEmpty: boolean
  readonly graders?: number
}

interface GradersFilePageProps {
  readonly visit: Pick<Visit, 'texts' | 'locale' | 'session'>
  /** Of the page of graders. */
  readonly path: string
  readonly file: GradersFile
}

export function GradersFilePage({ visit, path, file }: GradersFilePageProps) {
  const { texts, session } = visit
  const { title, lead, fields, about, check, replace, empty, emptyWhy } = texts.gradersFile
  const { revision, faults, standing, plan, csv, isEmpty, graders = 0 } = file
  const look: FormLook = { texts, revision, faults, standing, focus: null }
  const written = standing?.written
  return (
    <section class="reading">
      <h1>{title}</h1>
      <p class="quiet">{lead}</p>
      {written && (
        <div class="notice" role="alert">
          <TimeIn text={(time) => texts.forms.changedBy(written.by, time)} at={written.at} />
        </div>
      )}
      {plan && <Plan visit={visit} plan={plan} />}
      <FormFrame
        look={look}
        userId={session.user.userId}
        action={`${path}/file`}
        titleOf={(field) => field}
        isUpload
        first="check"
      >
        {(plan !== null || isEmpty) && <input type="hidden" name="checked" value={digestOf(csv)} />}
        {isEmpty && (
          <div class="notice" role="alert" tabIndex={-1} autofocus>
            {emptyWhy}
          </div>
        )}
        <section class="card padded fields">
          <div class="field">
            <label for={idOf(look, 'file')}>{fields.file}</label>
            <input id={idOf(look, 'file')} type="file" name="file" accept=".csv,text/csv,text/plain" />
          </div>
          <TextField name="csv" title={fields.csv} about={about} value={csv} rows={8} />
        </section>
        <div class="bar">
          <span class="buttons">
            <button name="press" value="check" class={plan || isEmpty ? undefined : 'main'}>
              {check}
            </button>
            {plan && (
              <button name="press" value="replace" class="main">
                {replace(plan.count)}
              </button>
            )}
            {isEmpty && (
              <button name="press" value="empty" class="main">
                {empty(graders)}
              </button>
            )}
          </span>
        </div>
      </FormFrame>
    </section>
  )
}

interface PlanProps extends Pick<GradersFilePageProps, 'visit'> {
  readonly plan: NonNullable<GradersFile['plan']>
}

function Plan({ visit, plan: { names, added, changed, removed } }: PlanProps) {
  const { planned, kinds, noChange, from } = visit.texts.gradersFile
  const nameOf = (userId: number, otherwise = visit.texts.graders.user(userId)) => names.get(userId) ?? otherwise
  const lists = [
    [kinds.added, added.map(({ grader, named }) => [nameOf(grader.userId, named), describeGrader(grader, visit)])],
    [
      kinds.changed,
      changed.map(({ before, after }) => [
        nameOf(after.userId),
        from(describeGrader(before, visit), describeGrader(after, visit)),
      ]),
    ],
    [kinds.removed, removed.map((grader) => [nameOf(grader.userId), describeGrader(grader, visit)])],
  ] as const
  const isNothing = lists.every(([, rows]) => rows.length === 0)
  return (
    <section class="card padded" aria-label={planned} tabIndex={-1} autofocus>
      <h2>{planned}</h2>
      {isNothing && <p>{noChange}</p>}
      {lists.map(
        ([title, rows]) =>
          rows.length > 0 && (
            <div key={title(0)}>
              <h3>{title(rows.length)}</h3>
              <ul>
                {rows.map(([name, what], place) => (
                  <li key={place}>
                    <b>{name}</b> <span class="quiet">{what}</span>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  )
}

import { languageName } from '../islands/display/formats.ts'
import { CheckField, ChoiceField, FieldGroup, RowButton, SelectField, TextField } from '../islands/forms/fields.tsx'
import type { FormLook } from '../islands/forms/form-look.ts'
import type { Visit } from '../http/visit.ts'
import { FormFrame, SaveBar } from '../layout/forms/form-frame.tsx'
import { Said } from '../layout/said.tsx'
import { GraderLine } from './grader-line.tsx'
import type { OpenGrader, TagChoice } from './graders-fields.ts'
import { type GradersForm, graderOfLine, type GradersPageData } from './graders-form.ts'

interface GradersPageProps {
  readonly visit: Pick<Visit, 'texts' | 'locale' | 'session'>
  readonly courseId: number
  readonly data: GradersPageData
  readonly form: GradersForm
}

export function GradersPage({ visit, courseId, data, form }: GradersPageProps) {
  const { texts, session } = visit
  const { title, lead, none, add, byFile, asFile } = texts.graders
  const { revision, faults, standing, focus, fields } = form
  const look: FormLook = { texts, revision, faults, standing, focus }
  const nameOf = namesIn(data, texts.graders.user)
  const path = `/courses/${courseId}/settings/graders`
  const gone = [...(standing?.fields.keys() ?? [])]
    .flatMap((line) => graderOfLine(line) ?? [])
    .filter((userId) => fields.graders.every((grader) => grader.userId !== userId))
  return (
    <section class="reading">
      <h1>{title}</h1>
      <Said texts={[form.isSaved === true ? texts.forms.saved : null]} />
      <p class="quiet">{lead}</p>
      <p class="buttons">
        <a class="button" href={`${path}/file`}>
          {byFile}
        </a>
        <a class="button" href={`${path}.csv`}>
          {asFile}
        </a>
      </p>
      <FormFrame
        look={look}
        userId={session.user.userId}
        action={path}
        titleOf={(line) => nameOf(graderOfLine(line) ?? 0)}
      >
        <input type="hidden" name="graders" value={JSON.stringify(fields.graders)} />
        <ul class="card list">
          {fields.graders.length === 0 && fields.open === null && <li class="quiet">{none}</li>}
          {fields.graders.map((grader) =>
            fields.open?.userId === grader.userId ? (
              <OpenLine key={grader.userId} visit={visit} data={data} open={fields.open} name={nameOf(grader.userId)} />
            ) : (
              <GraderLine
                key={grader.userId}
                look={look}
                visit={visit}
                userId={grader.userId}
                grader={grader}
                name={nameOf(grader.userId)}
                may={mayGrade(grader.userId, data, texts)}
              />
            ),
          )}
          {gone.map((userId) => (
            <GraderLine
              key={userId}
              look={look}
              visit={visit}
              userId={userId}
              grader={null}
              name={nameOf(userId)}
              may={null}
            />
          ))}
          {fields.open?.userId === null && <OpenLine visit={visit} data={data} open={fields.open} name={null} />}
          {fields.open?.userId !== null && (
            <li>
              <RowButton press="add" text={add} />
            </li>
          )}
        </ul>
        <SaveBar look={look} />
      </FormFrame>
    </section>
  )
}

/** Names as far as they are known here. */
function namesIn({ progress: { graders, staff } }: GradersPageData, user: (id: number) => string) {
  const names = new Map([...graders.map(({ person }) => person), ...staff].map((each) => [each.userId, each.fullName]))
  return (userId: number): string => names.get(userId) ?? user(userId)
}

function mayGrade(userId: number, { progress, waiting }: GradersPageData, { graders }: Visit['texts']): string | null {
  const found = progress.graders.find(({ person }) => person.userId === userId)
  return found === undefined || found.mayGrade === null ? null : graders.mayGrade(found.mayGrade, waiting)
}

interface OpenLineProps extends Pick<GradersPageProps, 'data'> {
  readonly visit: Pick<Visit, 'texts' | 'locale'>
  readonly open: OpenGrader
  /** Null for somebody who is added. */
  readonly name: string | null
}

function OpenLine({ visit: { texts, locale }, data, open, name }: OpenLineProps) {
  const { fields, about, done, staffChoice, newOne } = texts.graders
  const known = data.tags.map(({ slug, name: title }) => ({ slug, title }))
  const tagsWith = ({ tags }: TagChoice) => [
    ...known,
    ...tags.filter((slug) => known.every((tag) => tag.slug !== slug)).map((slug) => ({ slug, title: slug })),
  ]
  return (
    <li class="open">
      <fieldset class="fields padded" aria-label={name ?? newOne}>
        <b>{name ?? newOne}</b>
        <input type="hidden" name="open" value={open.userId ?? ''} />
        {name === null && (
          <>
            <SelectField
              name="staff"
              title={fields.staff}
              value={open.staff}
              options={[
                { value: '', text: staffChoice },
                ...data.progress.staff.map(({ userId, fullName }) => ({ value: String(userId), text: fullName })),
              ]}
            />
            <TextField name="person-typed" title={fields.person} about={about.person} value={open.person} />
          </>
        )}
        <FieldGroup name="languages" title={fields.languages} about={about.languages}>
          {[...new Set([...data.languages, ...open.languages])].map((code) => (
            <CheckField
              key={code}
              name="languages"
              value={code}
              title={languageName(locale, code)}
              isChecked={open.languages.includes(code)}
            />
          ))}
        </FieldGroup>
        {(['gradingTags', 'feedbackTags'] as const).map((field) => (
          <Tags
            key={field}
            texts={texts}
            name={field}
            title={fields[field]}
            about={about[field]}
            choice={open[field]}
            tags={tagsWith(open[field])}
          />
        ))}
        <span>
          <RowButton press={`close:${open.userId ?? ''}`} text={done} />
        </span>
      </fieldset>
    </li>
  )
}

interface TagsProps extends Pick<Visit, 'texts'> {
  readonly name: 'gradingTags' | 'feedbackTags'
  readonly title: string
  readonly about: string
  readonly choice: TagChoice
  readonly tags: readonly { readonly slug: string; readonly title: string }[]
}

function Tags({ texts, name, title, about, choice, tags }: TagsProps) {
  const { all, none: nobody, some } = texts.graders.which
  return (
    <>
      <ChoiceField
        name={name}
        title={title}
        about={about}
        value={choice.which}
        options={[
          { value: 'all', text: all },
          { value: 'none', text: nobody },
          ...(tags.length === 0 ? [] : [{ value: 'some', text: some }]),
        ]}
      />
      {tags.length > 0 && (
        <fieldset class="tags" aria-label={`${title}: ${some}`}>
          {tags.map(({ slug, title: tag }) => (
            <CheckField
              key={slug}
              name={`${name}/tag`}
              value={slug}
              title={tag}
              isChecked={choice.tags.includes(slug)}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}

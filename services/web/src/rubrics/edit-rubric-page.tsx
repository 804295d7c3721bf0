import type { Rubric } from '@course-grading/contracts/rubrics/rubric'
import type { Visit } from '../http/visit.ts'
import { languageOfText, localizedText } from '../islands/display/localized-text.ts'
import type { FormLook } from '../islands/forms/form-look.ts'
import type { EditorState } from '../islands/rubric/editor-state.ts'
import { viewOf } from '../islands/rubric/editor-view.ts'
import type { Finding } from '../islands/rubric/findings.ts'
import { RubricEditor } from '../islands/rubric/rubric-editor.tsx'
import type { SentStart } from '../islands/rubric/rubric-start.ts'
import { faultsOfFindings } from '../islands/rubric/shown-faults.ts'
import { FormFrame, SaveBar } from '../layout/forms/form-frame.tsx'
import { Said } from '../layout/said.tsx'
import { rubricPath } from './rubric-paths.ts'

/** The editor as it opens, or as its form was sent. */
export interface EditedRubric {
  /** Of what it was drawn from. */
  readonly revision: number
  readonly state: EditorState
  /** Of the button of a row that was pressed. */
  readonly focus?: string
  /** Why it was not saved. */
  readonly refused?: readonly Finding[]
  /** The revision that stands, where somebody else saved meanwhile. */
  readonly standing?: number
  readonly isArchived?: boolean
  readonly isSaved?: boolean
  /** Whether it is drawn again as it was sent. */
  readonly isAgain?: boolean
}

interface EditRubricPageProps {
  readonly visit: Pick<Visit, 'texts' | 'locale' | 'session'>
  readonly rubric: Rubric
  /** Of the course. */
  readonly languages: readonly string[]
  readonly edited: EditedRubric
  readonly action: string
}

export function EditRubricPage({ visit, rubric, languages, edited, action }: EditRubricPageProps) {
  const { texts, locale, session } = visit
  const { state, revision, refused = [], focus = null, standing, isArchived, isSaved } = edited
  const { title, saveAndPublish, save, archived } = texts.rubricEditor
  const faults = faultsOfFindings(state, refused, visit)
  const look: FormLook = {
    texts,
    revision,
    faults: isArchived ? [...faults, { field: null, title: null, text: archived }] : faults,
    standing: null,
    focus,
  }
  const view = viewOf({ texts, locale, state, ofCourse: languages })
  const start: SentStart = {
    userId: session.user.userId,
    locale,
    path: rubricPath(rubric),
    title: localizedText(rubric.title, locale),
    languages,
    revision,
    isAgain: edited.isAgain === true,
  }
  return (
    <div class="reading">
      <h1 lang={languageOfText(rubric.title, locale)}>{title(localizedText(rubric.title, locale))}</h1>
      <Said texts={[isSaved === true ? texts.forms.saved : null]} />
      <FormFrame look={look} userId={session.user.userId} action={action} base={state} titleOf={(field) => field}>
        {standing !== undefined && <Stale texts={texts} rubric={rubric} standing={standing} />}
        <div id="rubric-editor" class="form" data-start={JSON.stringify(start)}>
          <RubricEditor view={view} />
        </div>
        <SaveBar look={look} save={save}>
          <output class="quiet small" data-status />
          <button name="press" value="publish">
            {saveAndPublish}
          </button>
        </SaveBar>
      </FormFrame>
    </div>
  )
}

interface StaleProps extends Pick<FormLook, 'texts'> {
  readonly rubric: Pick<Rubric, 'courseId' | 'rubricId'>
  readonly standing: number
}

/** Somebody else saved meanwhile: what was typed stays, and is saved only over what the page names. */
function Stale({ texts, rubric, standing }: StaleProps) {
  const { stale, openStanding, saveOver } = texts.rubricEditor
  return (
    <div class="notice" role="alert" tabIndex={-1} autofocus>
      <p>{stale}</p>
      <span class="buttons">
        <a class="button" href={`${rubricPath(rubric)}/edit`} target="_blank" rel="noopener">
          {openStanding}
        </a>
        <button name="press" value={`over:${standing}`}>
          {saveOver}
        </button>
      </span>
    </div>
  )
}

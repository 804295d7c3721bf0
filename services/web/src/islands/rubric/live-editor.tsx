import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { FormContext, type FormLook } from '../forms/form-look.ts'
import type { Texts } from '../../texts/texts.ts'
import type { DraftSaver, DraftStatus } from './draft-saver.ts'
import { type EditorState, shownFields, withField } from './editor-state.ts'
import { type Checked, checkedNow, viewOf } from './editor-view.ts'
import { findingsIn } from './findings.ts'
import { press } from './press.ts'
import { RubricEditor } from './rubric-editor.tsx'
import type { RubricStart } from './rubric-start.ts'
import { faultsOfFindings } from './shown-faults.ts'

/** What the page's script does with the editor from outside. */
export interface EditorHandle {
  readonly state: () => EditorState
  /** Returns whether the button is one of a row. */
  readonly press: (pressed: string) => boolean
  readonly type: (name: string, value: string) => void
  readonly become: (state: EditorState) => void
  readonly redraw: () => void
}

interface LiveEditorProps {
  readonly texts: Texts
  readonly start: RubricStart
  readonly saver: DraftSaver
  /** As the server drew it. */
  readonly look: FormLook
  readonly onReady: (handle: EditorHandle) => void
}

/** The editor of the form, drawn by its script: what is typed and pressed changes the state that the form would send. */
export function LiveEditor({ texts, start, saver, look, onReady }: LiveEditorProps) {
  const [state, setState] = useState(start.state)
  const [shownLook, setLook] = useState(look)
  const stateRef = useRef(state)
  const focusRef = useRef<string | null>(null)
  const become = (next: EditorState): void => {
    stateRef.current = next
    saver.edit(next)
    setState(next)
  }
  useLayoutEffect(() => {
    const mend = (): void => {
      const found = findingsIn(stateRef.current.rubric, start.languages)
      setLook({ ...look, faults: faultsOfFindings(stateRef.current, found, { texts, locale: start.locale }) })
    }
    onReady({
      state: () => stateRef.current,
      press: (pressed) => {
        const done = press(stateRef.current, pressed)
        if (done === null) return false
        focusRef.current = done.focus
        become(done.state)
        return true
      },
      type: (name, value) => {
        const kind = new Map(shownFields(stateRef.current)).get(name)
        if (kind !== undefined) become(withField(stateRef.current, name, kind, value))
      },
      become,
      redraw: mend,
    })
  })
  useLayoutEffect(() => {
    const name = focusRef.current
    focusRef.current = null
    if (name !== null) fieldOrButton(name)?.focus()
  })
  const view = viewOf({ texts, locale: start.locale, state, ofCourse: start.languages }, useChecked(state, start))
  return (
    <FormContext.Provider value={shownLook}>
      <RubricEditor view={view} />
    </FormContext.Provider>
  )
}

const pauseMs = 300

/** Checks the rubric whenever nobody has changed it for a moment. */
function useChecked({ rubric }: EditorState, { languages }: RubricStart): Checked {
  const [checked, setChecked] = useState(() => checkedNow(rubric, languages))
  useEffect(() => {
    if (checked.rubric === rubric) return
    const timer = setTimeout(() => setChecked(checkedNow(rubric, languages)), pauseMs)
    return () => clearTimeout(timer)
  }, [rubric, languages, checked])
  return checked
}

function fieldOrButton(name: string): HTMLElement | null {
  const escaped = CSS.escape(name)
  return document.querySelector<HTMLElement>(`[name="${escaped}"], button[name="press"][value="${escaped}"]`)
}

export function statusText(status: DraftStatus, { rubricEditor }: Texts): string {
  const { status: said } = rubricEditor
  return status.kind === 'kept' ? said.kept(status.count) : said[status.kind]
}

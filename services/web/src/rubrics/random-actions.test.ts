import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import {
  generatedLanguages,
  generatedRubric,
  oneOf,
  randomOf,
  type Random,
} from '@course-grading/domain/rubrics/generated-rubric.fixture'
import { describe, expect, it } from 'vitest'
import { type EditorState, shownFields, withField } from '../islands/rubric/editor-state.ts'
import { findingsIn } from '../islands/rubric/findings.ts'
import { press } from '../islands/rubric/press.ts'
import { countedIds, rowsOf, someButton } from '../islands/rubric/random-buttons.fixture.ts'
import { givenRubric, typedRubric } from '../islands/rubric/typed-rubric.ts'
import { openTestWeb, type WebReply } from '../web.fixture.ts'
import { fieldsInForm } from './form-fields.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { operations } = frontendInternal
const session = operations.getSession.replies[200].example
const rubric = operations.getRubric.replies[200].example
const path = `/courses/11/rubrics/${rubric.rubricId}/edit`
const steps = 12

function prepare(seed: number): void {
  const courses = session.courses.map((course) => ({ ...course, roles: ['teacher'] }))
  const preferences = { ...session.preferences, locale: 'en' }
  boundary.forget()
  boundary.replyWith('getSession', { status: 200, body: { ...session, courses, preferences } })
  const course = { ...operations.getCourse.replies[200].example, languages: generatedLanguages }
  boundary.replyWith('getCourse', { status: 200, body: course })
  boundary.replyWith('getRubric', { status: 200, body: { ...rubric, draft: generatedRubric(seed) } })
}

/** What somebody types into one of the fields that are shown. */
function someTyping(state: EditorState, random: Random) {
  const [name, kind] = oneOf(random, shownFields(state))
  const values = { line: 'Words', text: 'Some\nwords', number: '2,5', box: 'on', rounding: 'half', visibility: 'never' }
  return { name, kind, value: oneOf(random, [values[kind], '']) }
}

/** Ids are random, so rows are known by their place: this says which row of one state stands where that of the other does. */
function inOther(button: string, from: EditorState, to: EditorState): string {
  const ids = new Map(rowsOf(from).map((row, at) => [row, rowsOf(to)[at] ?? '']))
  const [action = '', row = ''] = button.split(':')
  const [criterion = '', kind = ''] = row.split('/')
  if (action === 'kind') return `kind:${ids.get(criterion)}/${kind}`
  return ids.has(row) ? `${action}:${ids.get(row)}` : button
}

const nameInOther = (name: string, from: EditorState, to: EditorState): string => {
  const [field = '', ...place] = name.split('/').toReversed()
  const row = place.toReversed().join('/')
  return row === '' ? name : `${inOther(`row:${row}`, from, to).slice(4)}/${field}`
}

const stateIn = (page: WebReply): EditorState => {
  const { base = '' } = Object.fromEntries(fieldsInForm(page.text))
  return JSON.parse(base) as EditorState
}

/** As a document, in which the ids are places. */
const documentOf = ({ rubric: { criteria, ...head } }: EditorState) =>
  JSON.parse(
    JSON.stringify(givenRubric({ ...head, criteria }), (name, value: unknown) => (name === 'id' ? undefined : value)),
  ) as object

describe('random actions', () => {
  it.each(Array.from({ length: 8 }, (_, at) => at + 1))(
    'of the script and of the form without it give the same document (%d)',
    async (seed) => {
      prepare(seed)
      const [random, makeId] = [randomOf(seed), countedIds()]
      let page = await ask(path, { signedIn: true })
      const criteria = generatedRubric(seed).criteria
      const before = { rubric: typedRubric(generatedRubric(seed), 'en'), language: 'en', removed: null }
      let state: EditorState = { ...before, open: criteria[0]!.id }
      for (let step = 0; step < steps; step += 1) {
        const { name, kind, value } = someTyping(state, random)
        const typed = withField(state, name, kind, value)
        const button = state.rubric.criteria.length === 0 ? 'add' : someButton(typed, random)
        const inForm = stateIn(page)
        const sent = fieldsInForm(page.text).filter(([each]) => each !== nameInOther(name, state, inForm))
        const fields = [...sent, [nameInOther(name, state, inForm), value.replaceAll('\n', '\r\n')]]
        const form = [...fields, ['press', inOther(button, typed, inForm)]] as [string, string][]
        page = await ask(path, { signedIn: true, form })
        state = press(typed, button, makeId)!.state
        expect(page.status).toBe(200)
        expect(documentOf(stateIn(page))).toEqual(documentOf(state))
      }
      const form: [string, string][] = [...fieldsInForm(page.text), ['press', 'save']]
      const { status } = await ask(path, { signedIn: true, form })
      expect(status).toBe(findingsIn(state.rubric, generatedLanguages).length === 0 ? 303 : 400)
    },
  )
})

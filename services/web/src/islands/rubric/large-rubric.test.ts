import { h, options, type VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { afterEach, describe, expect, it } from 'vitest'
import { textsFor } from '../../texts/texts.ts'
import { FormContext } from '../forms/form-look.ts'
import { type EditorState, partsOf, withField } from './editor-state.ts'
import { checkedNow, viewOf } from './editor-view.ts'
import { press } from './press.ts'
import { Row } from './row.tsx'
import { RubricEditor } from './rubric-editor.tsx'
import { emptyCriterion, emptyPart, type TypedRubric } from './typed-rubric.ts'

const titled = <Item extends object>(item: Item): Item => ({ ...item, title: { en: 'T' } })

function large(kind: 'levels' | 'checks', count: number): EditorState {
  const parts = Array.from({ length: count }, (_, at) => titled(emptyPart(`p${at}`)))
  const criteria = Array.from({ length: 50 }, (_, at) => ({ ...titled(emptyCriterion(`c${at}`)), kind, [kind]: parts }))
  const rubric: TypedRubric = {
    title: { en: 'T' },
    description: {},
    maxPoints: '10',
    startingPoints: '0',
    rounding: 'none',
    criteria,
  }
  return { rubric, open: 'c7', language: 'en', removed: null }
}

const { texts } = textsFor('en')
const ofCourse = ['en', 'fi']
const { vnode: made = () => {} } = options

afterEach(() => void (options.vnode = made))

/** What each row of the editor is drawn from, in the order of the page. */
function rowsOf(state: EditorState, checked = checkedNow(state.rubric, ofCourse)): (readonly unknown[])[] {
  const rows: (readonly unknown[])[] = []
  options.vnode = ({ props }: VNode<{ from?: readonly unknown[] }>) => {
    if (props.from !== undefined) rows.push(props.from)
  }
  const look = { texts, revision: 1, faults: [], standing: null, focus: null, isLive: true }
  const view = viewOf({ texts, locale: 'en', state, ofCourse }, checked)
  render(h(FormContext.Provider, { value: look, children: h(RubricEditor, { view }) }))
  return rows
}

/** How many rows are drawn again. */
function drawnAgain(before: EditorState, after: EditorState): number {
  const checked = checkedNow(before.rubric, ofCourse)
  const [rows, others] = [rowsOf(before, checked), rowsOf(after, checked)]
  expect(others).toHaveLength(rows.length)
  const again = new Row({ from: [], draw: () => h('p', {}) })
  return rows.filter((from, at) => {
    again.props = { ...again.props, from }
    return again.shouldComponentUpdate({ ...again.props, from: others[at]! })
  }).length
}

describe('an editor of fifty criteria', () => {
  it.each([
    ['levels', 20],
    ['checks', 100],
  ] as const)('of %s, %d each, draws the parts of the one that is open', (kind, count) => {
    expect(rowsOf(large(kind, count))).toHaveLength(50 + count)
  })

  it.each([
    ['the title of the rubric', 'title', 'line', 0],
    ['a number of the rubric', 'maxPoints', 'number', 0],
    ['the title of a check', 'c7/p50/title', 'line', 1],
    ['the points of a check', 'c7/p50/points', 'number', 1],
    ['a box of a check', 'c7/p50/commentRequired', 'box', 1],
    ['the title of the criterion', 'c7/title', 'line', 1],
    ['a number of the criterion', 'c7/minChecks', 'number', 0],
  ] as const)('draws for a key in %s no other row again', (_what, name, kind, rows) => {
    const state = large('checks', 100)
    expect(drawnAgain(state, withField(state, name, kind, '9'))).toBe(rows)
  })

  it('draws two rows again where one moves', () => {
    const state = large('checks', 100)
    const moved = press(state, 'down:c7/p50')!.state
    expect(partsOf(moved.rubric.criteria[7]!).map(({ id }) => id)[51]).toBe('p50')
    expect(drawnAgain(state, moved)).toBe(2)
  })
})

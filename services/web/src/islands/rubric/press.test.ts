import { generatedLanguages, generatedRubric, randomOf } from '@course-grading/domain/rubrics/generated-rubric.fixture'
import { readRubric } from '@course-grading/domain/rubrics/read-rubric'
import { describe, expect, it } from 'vitest'
import { type EditorState, openCriterion, partsOf, shownFields, withField } from './editor-state.ts'
import { findingsIn } from './findings.ts'
import { press } from './press.ts'
import { countedIds, rowsOf, someButton } from './random-buttons.fixture.ts'
import { emptyCriterion, givenRubric, typedRubric } from './typed-rubric.ts'

const seeds = Array.from({ length: 25 }, (_, at) => at + 1)
const languages = generatedLanguages

const opened = (seed: number): EditorState => {
  const rubric = typedRubric(generatedRubric(seed), 'fi')
  return { rubric, open: rubric.criteria[0]?.id ?? null, language: 'fi', removed: null }
}

describe('an editor', () => {
  it.each(seeds)('saves the document that it was opened on (%d)', (seed) => {
    expect(givenRubric(opened(seed).rubric)).toEqual(generatedRubric(seed))
  })

  it.each(seeds)('changes nothing where a form sends each field as it was drawn (%d)', (seed) => {
    let state = opened(seed)
    for (const { id } of state.rubric.criteria)
      for (const [name, kind] of shownFields({ ...state, open: id })) {
        if (kind === 'line' || kind === 'text') state = withField(state, name, kind, shown(state, name, kind))
      }
    expect(givenRubric(state.rubric)).toEqual(generatedRubric(seed))
  })

  it.each(seeds)(
    'keeps the form of a document whatever is pressed, and Undo restores what Remove took (%d)',
    (seed) => {
      const [random, makeId] = [randomOf(seed), countedIds()]
      let state = opened(seed)
      for (let step = 0; step < 40; step++) {
        if (state.rubric.criteria.length === 0) state = press(state, 'add', makeId)?.state ?? state
        const button = someButton(state, random)
        const next = press(state, button, makeId)?.state ?? state
        if (button.startsWith('remove:') && next.removed !== null)
          expect(press(next, 'undo', makeId)?.state.rubric).toEqual(state.rubric)
        state = next
        const ids = rowsOf(state)
        expect(new Set(ids).size).toBe(ids.length)
        const codes = findingsIn(state.rubric, languages).map(({ code }) => code)
        expect(codes.filter((code) => ['duplicate', 'unknown_field', 'invalid_type'].includes(code))).toEqual([])
      }
    },
  )
})

function shown(state: EditorState, name: string, kind: 'line' | 'text'): string {
  const [field = '', ...place] = name.split('/').toReversed()
  const [criterionId, partId] = place.toReversed()
  const criterion = state.rubric.criteria.find(({ id }) => id === criterionId)
  const item = partId === undefined ? (criterion ?? state.rubric) : partsOf(criterion!).find(({ id }) => id === partId)
  const text = (item as unknown as Record<string, Record<string, string>>)[field]?.[state.language] ?? ''
  return kind === 'line' ? text.replaceAll(/[\r\n]+/g, ' ') : text.replaceAll(/\r\n?/g, '\n')
}

describe('a button of a row', () => {
  const of = (...ids: string[]): EditorState => ({
    rubric: { ...opened(1).rubric, criteria: ids.map(emptyCriterion) },
    open: null,
    language: 'fi',
    removed: null,
  })
  const idsIn = (state: EditorState | undefined) => state?.rubric.criteria.map(({ id }) => id)
  const pressed = (button: string, state = of('a', 'b', 'c')) => press(state, button, () => 'new')

  it.each([
    ['up:b', ['b', 'a', 'c'], 'up:b'],
    ['up:a', ['a', 'b', 'c'], 'up:a'],
    ['down:b', ['a', 'c', 'b'], 'down:b'],
    ['down:c', ['a', 'b', 'c'], 'down:c'],
    ['add', ['a', 'b', 'c', 'new'], 'new/title'],
    ['duplicate:a', ['a', 'new', 'b', 'c'], 'new/title'],
    ['remove:b', ['a', 'c'], 'undo'],
    ['remove:x', ['a', 'b', 'c'], 'undo'],
  ])('%s leads to %j, and the focus to %s', (button, ids, focus) => {
    const done = pressed(button)
    expect([idsIn(done?.state), done?.focus]).toEqual([ids, focus])
  })

  it('is pressed again in vain once what was removed is back, or another was pressed', () => {
    const removed = pressed('remove:b')!.state
    expect(idsIn(press(removed, 'undo')?.state)).toEqual(['a', 'b', 'c'])
    const later = press(removed, 'down:a')!.state
    expect(idsIn(press(later, 'undo')?.state)).toEqual(['c', 'a'])
  })

  it('opens the copy of a criterion, whose parts have ids of their own', () => {
    const levels = press(of('a'), 'kind:a/levels', countedIds())!.state
    const copied = press(levels, 'duplicate:a', () => `id${Math.random()}`)!.state
    expect(copied.open).not.toBe('a')
    const ids = copied.rubric.criteria.flatMap((criterion) => partsOf(criterion).map(({ id }) => id))
    expect(new Set(ids).size).toBe(4)
  })

  it('keeps what was typed for another kind, and begins a kind with the parts that it needs', () => {
    const levels = press(of('a'), 'kind:a/levels', countedIds())!.state
    const typed = withField(levels, 'a/new-1/points', 'number', '7')
    const back = press(press(typed, 'kind:a/checks', countedIds())!.state, 'kind:a/levels', countedIds())!.state
    expect(partsOf(openCriterion({ ...back, open: 'a' })!).map(({ points }) => points)).toEqual(['7', '0'])
  })

  it.each(['save', 'publish', 'over:3', 'kind:a/other', ''])('is none: %j', (button) => {
    expect(pressed(button)).toBe(null)
  })
})

describe('what is to be mended', () => {
  const state = opened(1)
  const findings = (name: string, kind: Parameters<typeof withField>[2], value: string) =>
    findingsIn(withField(state, name, kind, value).rubric, languages).map(({ field, code }) => `${field} ${code}`)

  it('is found by the rule by which the rubric is saved', () => {
    expect(findingsIn(state.rubric, languages)).toEqual([])
    expect(readRubric(givenRubric(state.rubric), { languages }).ok).toBe(true)
  })

  it.each([
    ['maxPoints', 'number', '', ['maxPoints required']],
    ['maxPoints', 'number', '1,555', ['maxPoints unreadable']],
    ['maxPoints', 'number', '0', ['maxPoints too_small']],
    ['title', 'line', '  ', ['title required']],
    ['title', 'line', 'x'.repeat(2_001), ['title too_long']],
  ] as const)('names field and reason: %s %s %j', (name, kind, value, expected) => {
    expect(findings(name, kind, value)).toEqual(expect.arrayContaining([...expected]))
  })
})

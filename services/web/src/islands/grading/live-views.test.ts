import { type ComponentChild, h } from 'preact'
import { render } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { linesOf } from '../../drawn-lines.fixture.ts'
import { locales, textsFor } from '../../texts/texts.ts'
import { type Clock, ClockContext } from '../display/clock.ts'
import { AnnotationEditor } from './annotation-editor.tsx'
import { noFields } from './fields.ts'
import type { GradingPage } from './grading-page.ts'
import { open } from './grading-store.fixture.ts'
import type { GradingState } from './grading-state.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { LeftFields } from './left-fields.tsx'
import { LiveActions } from './live-actions.tsx'
import { LiveNotices } from './live-notices.tsx'
import { LiveTools } from './live-tools.tsx'
import { Preview } from './preview.tsx'
import { RubricFields } from './rubric-fields.tsx'
import { startNumber } from './stand-in-calls.fixture.ts'
import { SnippetList } from './snippet-list.tsx'
import { StepButtons } from './step-buttons.tsx'

const place = JSON.stringify({ anchor: { answerKey: 'answer' }, startLine: 2, endLine: 3 })
const named = {
  body: 'Text',
  'annotations/a1/place': place,
  'annotations/a1/kind': 'issue',
  'annotations/a1/body': 'Why?',
}
const start = startNumber(1, named)
const { fields } = start
const { grading } = open()
const snippet = { id: 's1', label: 'Names', text: 'Give it a name.' }
const never = () => new Promise<never>(() => {})
const answerTitles = { answer: 'Your essay' }
const noop = (): void => {}
const holder = { name: 'Another', until: '2026-11-02T10:00:00.000Z' }
const completed = { assessmentId: 'assessment-0', who: 'Student 0', points: 7.25, maxPoints: 10 }

const tooLong = ['$.privateNote', '$.adjustment.reason', '$.annotations.a1.body'].map((path) => ({
  path,
  text: 'Too long.',
  what: 'too long',
}))

const states: Readonly<Record<string, Partial<GradingState>>> = {
  saved: { savedAt: Date.UTC(2026, 1, 1), minutesLeft: 30 },
  'another completed before': { completed },
  'unfinished, with things missing': { save: 'unfinished', stop: 'gaps', minutesLeft: 0 },
  'both changed': {
    save: 'conflict',
    stop: 'conflict',
    conflicts: [{ of: 'body' }, { of: 'annotation', id: 'a1' }],
    theirs: { ...noFields, body: 'Theirs' },
  },
  away: { save: 'away', stop: 'unsaved' },
  refused: { save: 'refused', issues: [{ path: '$.scores.report', code: 'score_required' }] },
  lost: { save: 'lost', holder: { name: 'Another', until: null } },
  'lost to nobody': { save: 'lost' },
  'another person': { save: 'other-person' },
  'signed out': { save: 'signed-out' },
  'a second tab': { isSecondTab: true },
  completing: { phase: 'completing', save: 'saving' },
  unsure: { phase: 'unsure', stop: 'not-completed' },
  between: { phase: 'between', stop: 'no-next' },
}

it('the parts with the script are drawn as in `live-views.txt`; after a change, `vitest run -u` of this file writes it', async () => {
  const drawn: string[] = []
  let clock: Clock = { locale: 'en', zone: 'UTC' }
  const draw = (what: string, ...parts: ComponentChild[]) =>
    drawn.push(
      `# ${what}`,
      ...parts.flatMap((part) => linesOf(render(h(ClockContext.Provider, { value: clock }, part)))),
      '',
    )
  for (const locale of locales) {
    const { texts } = textsFor(locale)
    clock = { locale, zone: 'Europe/Helsinki' }
    const page = (more: Partial<GradingPage> = {}): GradingPage => ({
      texts,
      start,
      fields,
      gaps: [],
      isReadOnly: false,
      answerTitles,
      onChange: noop,
      ...more,
    })
    for (const [what, more] of Object.entries(states)) {
      const state = { ...grading.state(), start, fields, ...more }
      draw(
        `${what}, ${locale}`,
        h(LiveNotices, { texts, state, grading, gaps: [], answerTitles, onGoOnHere: noop }),
        h(LiveActions, {
          texts,
          state,
          grading,
          missing: state.stop === 'gaps' ? 2 : 0,
          note: 'Later',
          onMissing: noop,
          onComplete: noop,
        }),
      )
    }
    for (const [what, more] of [
      ['written', {}],
      ['paused', { isPaused: true }],
      ['read', { isReadOnly: true }],
      ['too long', { gaps: tooLong }],
    ] as const)
      draw(
        `fields that are ${what}, ${locale}`,
        h(RubricFields, { page: page(more) }),
        ...[...fields.annotations].map(([id, annotation]) => h(AnnotationEditor, { page: page(more), id, annotation })),
      )
    draw(
      `tools, ${locale}`,
      h(LiveTools, {
        texts,
        start: { ...start, shown: { ...start.shown, holder } },
        answerTitles,
        previous: 'assessment-0',
        chosen: { part: {} as HTMLElement, first: 2, last: 2 },
        isFolded: true,
        room: 'work',
        loadMore: never,
        loadParked: never,
        onAction: noop,
        onRoom: noop,
        hasRefusedSaves: true,
        onMore: noop,
      }),
      h(StepButtons, { texts, name: 'Files', back: 'previousFile', on: 'nextFile', onAction: noop }),
      h(Preview, { texts, language: 'en', load: never }),
      h(KeysDialog, { texts, hasSingleKeys: true, onSingleKeys: noop, onClose: noop }),
      ...[[], [snippet], [snippet, { ...snippet, id: 's2' }]].map((items) =>
        h(SnippetList, { names: texts.snippets, items, hasMore: items.length > 1, at: 1, onChosen: noop }),
      ),
      h(LeftFields, { texts, start, title: 'Left', left: { base: {}, mine: named }, answerTitles, onForget: noop }),
    )
  }
  await expect(drawn.join('\n')).toMatchFileSnapshot('./live-views.txt')
})

import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { aSettingsChange } from '@course-grading/test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rounds } from '../full-run.fixture.ts'
import { isSameSettings } from '@course-grading/settings-comparison/three-way'
import { editSettings } from './edit-settings.ts'
import { arbitraryLayout, arbitrarySettings, layOut } from './layouts.fixture.ts'
import { readSettingsText, type SettingsText } from './read-settings.ts'

describe('editSettings', () => {
  it('brings any settings into any layout of any others', () => {
    fc.assert(
      fc.property(arbitrarySettings, arbitrarySettings, arbitraryLayout, (before, after, layout) => {
        const target = settingsOf(JSON.stringify(after))
        expect(isSameSettings(settingsOf(edit(layOut(before, layout), target)), target)).toBe(true)
      }),
      { numRuns: rounds(40, 4_000) },
    )
  })

  it('leaves a text as it is, whatever its layout, if it has the settings already', () => {
    fc.assert(
      fc.property(arbitrarySettings, arbitraryLayout, (settings, layout) => {
        const text = layOut(settings, layout)
        expect(edit(text, settingsOf(text))).toBe(text)
      }),
      { numRuns: rounds(30, 300) },
    )
  })

  it('leaves every byte but those of the one value that changes', () => {
    fc.assert(
      fc.property(arbitrarySettings, fc.constantFrom('one', 'two'), arbitraryLayout, (settings, name, layout) => {
        const text = layOut({ ...settings, name: 'before' }, layout)
        expect(edit(text, { ...settingsOf(text), name })).toBe(layOut({ ...settings, name }, layout))
        expect(edit(text, { ...settingsOf(text), listed: !settings.listed })).toBe(
          layOut({ ...settings, name: 'before', listed: !settings.listed }, layout),
        )
      }),
      { numRuns: rounds(30, 300) },
    )
  })

  it('only inserts text where an entry is added to a set', () => {
    fc.assert(
      fc.property(arbitrarySettings, arbitraryLayout, (settings, layout) => {
        const text = layOut(settings, layout)
        const before = settingsOf(text)
        const after = edit(text, { ...before, manualGradingExercises: [...before.manualGradingExercises, 77] })
        const start = [...text].findIndex((character, index) => character !== [...after][index])
        const kept = start < 0 ? text : text.slice(0, [...text].slice(0, start).join('').length)
        expect(after.startsWith(kept) && after.endsWith(text.slice(kept.length))).toBe(true)
      }),
      { numRuns: rounds(30, 300) },
    )
  })

  it('only removes text where an entry is removed, and no comment but the one behind it', () => {
    fc.assert(
      fc.property(arbitrarySettings, arbitraryLayout, (settings, layout) => {
        const text = layOut({ ...settings, visibleTagSlugs: ['keep', 'drop', 'stay'] }, layout)
        const after = edit(text, { ...settingsOf(text), visibleTagSlugs: ['keep', 'stay'] })
        expect(isSubsequence(after, text)).toBe(true)
        expect(after.split('#').length).toBeGreaterThanOrEqual(text.split('#').length - 1)
      }),
      { numRuns: rounds(30, 300) },
    )
  })

  it.each<{ what: string; old: string; next: string; change: Partial<CourseSettingsUpdate> }>([
    { what: 'single quotes', old: "name: 'Programming 1'", next: "name: 'It''s'", change: { name: "It's" } },
    { what: 'double quotes', old: 'name: "Programming 1"', next: 'name: "It\'s"', change: { name: "It's" } },
    {
      what: 'a folded text',
      old: 'name: >- # folded\n  Programming\n  1',
      next: 'name: New # folded',
      change: { name: 'New' },
    },
    {
      what: 'a text of two lines',
      old: 'name: Programming\n  1 # two',
      next: 'name: New # two',
      change: { name: 'New' },
    },
    {
      what: 'an empty value',
      old: 'courseConfigUrl:   # none',
      next: 'courseConfigUrl: "https://a.example/"   # none',
      change: { courseConfigUrl: 'https://a.example/' },
    },
    { what: 'a word that was a boolean', old: 'name: Programming 1', next: 'name: "no"', change: { name: 'no' } },
    { what: 'an explicit key', old: '? name\n: Programming 1', next: '? name\n: New', change: { name: 'New' } },
  ])('keeps $what', ({ old, next, change }) => {
    const text = withField(old)
    expect(edit(text, { ...settingsOf(text), ...change })).toBe(withField(next))
  })

  it('keeps a reordered list in one line, and inserts the main language', () => {
    const text = withField('languages: [ fi,  en ] # both')
    expect(edit(text, { ...settingsOf(text), languages: ['sv', 'fi', 'en'] })).toBe(
      withField('languages: [sv,  fi,  en ] # both'),
    )
  })

  it('refuses to touch an alias or its anchor, with the line, and minds no anchor that has none', () => {
    const shared = withField('highlightLanguages: &list [python]').replace('extensions: []', 'extensions: [.py]')
    const text = shared.replace(
      /^graders:.*$/m,
      'graders: [{userId: 102, languages: &l [fi]}, {userId: 103, languages: *l}]',
    )
    const source = sourceOf(text)
    const line = 1 + text.split('\n').findIndex((each) => each.startsWith('graders'))
    for (const index of [0, 1]) {
      const graders = source.settings.graders.map((grader, each) =>
        each === index ? { ...grader, languages: ['en'] } : grader,
      )
      expect(editSettings(source, { ...source.settings, graders })).toMatchObject({
        faults: [{ line, message: expect.stringContaining('alias') }],
      })
      expect(
        editSettings(source, { ...source.settings, graders: source.settings.graders.toSpliced(index, 1) }),
      ).toMatchObject({
        faults: [{ line }],
      })
    }
    expect(edit(text, { ...source.settings, highlightLanguages: ['scala'] })).toContain('&list [scala]')
  })
})

function sourceOf(text: string): SettingsText {
  const reading = readSettingsText(text)
  if ('faults' in reading) throw new Error(`${JSON.stringify(reading.faults)}\n${text}`)
  return reading
}

const settingsOf = (text: string): CourseSettingsUpdate => sourceOf(text).settings

function edit(text: string, target: CourseSettingsUpdate): string {
  const edited = editSettings(sourceOf(text), target)
  if ('faults' in edited) throw new Error(`${JSON.stringify(edited.faults)}\n${text}`)
  return edited.source.text
}

/** Settings with a field in each line, one of them written in this way. */
function withField(field: string): string {
  const name = /\w+/.exec(field)?.[0] ?? ''
  const fields = {
    ...aSettingsChange(),
    templates: { automaticExtensions: true, extensions: [], excludedPathSegments: [] },
  }
  const lines = Object.entries(fields).map(([each, value]) =>
    each === name ? field : `${each}: ${JSON.stringify(value)}`,
  )
  return `${lines.join('\n')}\n`
}

function isSubsequence(part: string, whole: string): boolean {
  let found = 0
  for (const character of whole) if (part.startsWith(character, found)) found += character.length
  return found === part.length
}

import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { aSettingsChange } from '@course-grading/test-kit'
import { arbitrarySettingsChange } from '@course-grading/test-kit/arbitrary-settings-change'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leavesOf, settingsOf, writablePart } from './leaves.ts'
import { changesOf, compareThreeWays, isSameSettings, mergeTheirs } from './three-way.ts'

const base = aSettingsChange() as CourseSettingsUpdate
const arbitrarySettings = arbitrarySettingsChange({
  slug: 'programming-1',
  tagSlugs: ['group-a', 'group-b', 'a: b', ' edge '],
  staff: [102, 103, 105, 9],
  exerciseIds: [1103, 1104, 31, 7],
}).map((settings) => settings as CourseSettingsUpdate)

describe('compareThreeWays', () => {
  it.each<{ what: string; change: Partial<CourseSettingsUpdate> }>([
    { what: 'the order of tags', change: { visibleTagSlugs: ['group-b', 'group-a'] } },
    { what: 'the order of exercises', change: { manualGradingExercises: [1104, 1103] } },
    { what: 'the order of graders', change: { graders: base.graders.toReversed() } },
    {
      what: "the order of a grader's languages",
      change: { graders: [base.graders[0]!, { userId: 103, languages: ['fi', 'en'] }] },
    },
    { what: 'an address that is null or absent', change: { courseConfigUrl: null } },
  ])('takes $what for no difference', ({ change }) => {
    expect(isSameSettings(base, { ...base, ...change })).toBe(true)
  })

  it('takes another order of languages for one, since the first is the main one', () => {
    expect(compareThreeWays([base], { ...base, languages: ['en', 'fi'] }, base).mine).toMatchObject([
      { path: '$.languages' },
    ])
  })

  it('takes tags that are absent, and none, for different', () => {
    const graders = base.graders.map((grader) => ({ feedbackTags: [], ...grader }))
    expect(isSameSettings(base, { ...base, graders })).toBe(false)
  })

  it('has no conflict if both change other entries of a set, or other fields of a grader', () => {
    const [first, second] = base.graders as [CourseSettingsUpdate['graders'][0], CourseSettingsUpdate['graders'][0]]
    const mine = { ...base, visibleTagSlugs: ['group-a'], graders: [{ ...first, languages: ['en'] }, second] }
    const theirs = {
      ...base,
      visibleTagSlugs: ['group-a', 'group-b', 'retaking'],
      graders: [{ ...first, feedbackTags: [] }, second],
    }
    const compared = compareThreeWays([base], mine, theirs)
    expect(compared.conflicts).toEqual([])
    expect(mergeTheirs(mine, compared)).toMatchObject({
      visibleTagSlugs: ['group-a', 'retaking'],
      graders: [{ userId: 102, languages: ['en'], gradingTags: ['group-a'], feedbackTags: [] }, second],
    })
  })

  it('is a conflict if one removes a grader and the other changes a field of theirs', () => {
    const without = { ...base, graders: base.graders.slice(1) }
    const changed = { ...base, graders: base.graders.map((grader) => ({ ...grader, feedbackTags: ['group-a'] })) }
    expect(compareThreeWays([base], without, changed).conflicts.map(({ path }) => path)).toContain(
      '$.graders[?@.userId==102].languages',
    )
    expect(compareThreeWays([base], changed, without).conflicts.map(({ path }) => path)).toContain(
      '$.graders[?@.userId==102].feedbackTags',
    )
  })

  it('knows nothing of whose change it is without a base, or if two bases disagree', () => {
    const [mine, theirs] = [
      { ...base, name: 'Mine' },
      { ...base, name: 'Theirs' },
    ]
    expect(compareThreeWays([], mine, base).conflicts).toHaveLength(1)
    expect(compareThreeWays([base, mine], mine, base)).toMatchObject({
      mine: [],
      theirs: [],
      conflicts: [{ path: '$.name' }],
    })
    expect(compareThreeWays([base], mine, theirs)).toMatchObject({ conflicts: [{ file: 'Mine', service: 'Theirs' }] })
  })

  it('explains every difference once, and a merge leaves those of the file alone', () => {
    fc.assert(
      fc.property(arbitrarySettings, arbitrarySettings, arbitrarySettings, (from, file, service) => {
        const { mine, theirs, conflicts } = compareThreeWays([from], file, service)
        const merged = mergeTheirs(file, { mine, theirs, conflicts })
        const left = compareThreeWays([from], merged, service)
        expect(left.theirs).toEqual([])
        expect([...left.mine, ...left.conflicts].map(({ path }) => path).sort()).toEqual(
          [...mine, ...conflicts].map(({ path }) => path).sort(),
        )
      }),
    )
  })

  it('has all settings in its leaves', () => {
    fc.assert(
      fc.property(arbitrarySettings, (settings) => {
        expect(settingsOf(leavesOf(settings))).toEqual(writablePart(settings))
      }),
    )
  })
})

describe('changesOf', () => {
  it('names what one revision has otherwise than another, each entry of a set apart', () => {
    const [first] = base.graders
    const next = {
      ...base,
      name: 'Next',
      visibleTagSlugs: ['group-c'],
      graders: first ? [{ ...first, languages: ['sv'] }] : [],
    }
    expect(changesOf({ ...base, visibleTagSlugs: ['group-a'], graders: first ? [first] : [] }, next)).toEqual([
      { path: '$.name', before: base.name, after: 'Next' },
      { path: '$.visibleTagSlugs[?@=="group-c"]', before: undefined, after: 'group-c' },
      { path: '$.graders[?@.userId==102].languages', before: first?.languages, after: ['sv'] },
      { path: '$.visibleTagSlugs[?@=="group-a"]', before: 'group-a', after: undefined },
    ])
  })
})

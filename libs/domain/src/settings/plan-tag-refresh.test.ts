import { describe, expect, it } from 'vitest'
import { composeCourseSettings, type CourseSettings } from './course-settings.ts'
import { planTagRefresh, type UpstreamTag } from './plan-tag-refresh.ts'

describe('planTagRefresh', () => {
  it('changes nothing if the tags are the same', () => {
    expect(planTagRefresh(current, all, undefined)).toEqual({
      next: null,
      warnings: [],
      tags: [
        { slug: 'a', upstreamId: 1, gone: false },
        { slug: 'b', upstreamId: 2, gone: false },
        { slug: 'c', upstreamId: 3, gone: false },
        { slug: 'd', upstreamId: 4, gone: false },
      ],
    })
  })

  it('adds new tags, and takes over new texts and the order of the learning platform', () => {
    const { next } = planTagRefresh(
      current,
      [upstreamTag('e', 5), ...all.toReversed().map((tag) => ({ ...tag, name: `New ${tag.slug}` }))],
      undefined,
    )
    expect(next).toEqual({
      ...current,
      revision: 8,
      tags: [tagOf('e'), tagOf('d', 'New d'), tagOf('c', 'New c'), tagOf('b', 'New b'), tagOf('a', 'New a')],
    })
  })

  it('makes a revision if only the order is new', () => {
    expect(planTagRefresh(current, all.toReversed(), undefined).next?.revision).toBe(8)
  })

  it('removes a vanished tag that nothing uses', () => {
    const { next, warnings } = planTagRefresh(current, all.slice(0, 3), undefined)
    expect([next?.tags.map(({ slug }) => slug), warnings]).toEqual([['a', 'b', 'c'], []])
  })

  it('keeps vanished tags that students see or graders are restricted to, after the others, with a warning', () => {
    const { next, tags, warnings } = planTagRefresh(current, [upstreamTag('d', 4)], undefined)
    expect(next?.tags.map(({ slug }) => slug)).toEqual(['d', 'a', 'b', 'c'])
    expect(tags).toEqual([
      { slug: 'd', upstreamId: 4, gone: false },
      ...['a', 'b', 'c'].map((slug) => ({ slug, upstreamId: null, gone: true })),
    ])
    expect(warnings).toEqual(['a', 'b', 'c'].map((slug) => ({ code: 'tag_gone', slug })))
  })

  it('warns again while vanished tags are used, without a new revision', () => {
    const later = planTagRefresh(planTagRefresh(current, [], undefined).next ?? current, [], undefined)
    expect([later.next, later.warnings.length]).toEqual([null, 3])
  })

  it('removes a kept tag when nothing uses it, and adds one that is back on the platform', () => {
    const kept = planTagRefresh(current, [], undefined).next ?? current
    const unused = planTagRefresh({ ...kept, visibleTagSlugs: [], graders: [] }, [upstreamTag('b', 22)], undefined)
    expect([unused.next?.tags, unused.tags, unused.warnings]).toEqual([
      [tagOf('b')],
      [{ slug: 'b', upstreamId: 22, gone: false }],
      [],
    ])
  })

  it.each([
    ['keeps the LTI login URL when none is given', undefined, null],
    ['keeps the LTI login URL when the same one is given', 'https://x.example/lti-login/1/', null],
    ['replaces the LTI login URL by another one', 'https://x.example/lti-login/2/', 'https://x.example/lti-login/2/'],
  ])('%s', (_what, given, written) => {
    expect(planTagRefresh(current, all, given).next?.ltiLoginUrl ?? null).toBe(written)
  })

  it('clears the LTI login URL with null', () => {
    expect(planTagRefresh(current, all, null).next).toMatchObject({ revision: 8, ltiLoginUrl: null })
  })
})

const tagOf = (slug: string, name = slug) => ({ slug, name, description: '', color: '#CD0000', fontWhite: true })
const upstreamTag = (slug: string, tagId: number, name = slug): UpstreamTag => ({ ...tagOf(slug, name), tagId })
const current: CourseSettings = composeCourseSettings(
  {
    revision: 7,
    courseId: 11,
    tags: ['a', 'b', 'c', 'd'].map((slug) => tagOf(slug)),
    ltiLoginUrl: 'https://x.example/lti-login/1/',
  },
  {
    schemaVersion: 1,
    slug: 'course',
    name: 'Course',
    languages: ['fi'],
    highlightLanguages: [],
    templates: { automaticExtensions: true, extensions: [], excludedPathSegments: [] },
    listed: true,
    visibleTagSlugs: ['a'],
    manualGradingExercises: [],
    graders: [
      { userId: 1, languages: ['fi'], feedbackTags: ['b'] },
      { userId: 2, languages: ['fi'], gradingTags: ['c'], feedbackTags: [] },
    ],
  },
)
const all = [upstreamTag('a', 1), upstreamTag('b', 2), upstreamTag('c', 3), upstreamTag('d', 4)]

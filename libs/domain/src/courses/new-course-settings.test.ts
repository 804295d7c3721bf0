import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../documents/any-character.fixture.ts'
import { newCourseSettings } from './new-course-settings.ts'

type UpstreamCourse = Parameters<typeof newCourseSettings>[0]

describe('newCourseSettings', () => {
  it('makes the first revision from the course that the learning platform reports', () => {
    expect(settingsOf({})).toEqual({
      revision: 1,
      schemaVersion: 1,
      courseId: 12,
      slug: 'prog2-2026-spring',
      name: 'Ohjelmointi 2',
      languages: ['fi', 'en'],
      highlightLanguages: [],
      courseConfigUrl: null,
      templates: { automaticExtensions: true, extensions: [], excludedPathSegments: [] },
      listed: false,
      visibleTagSlugs: [],
      graders: [],
      manualGradingExercises: [],
      tags: [tag],
      ltiLoginUrl: null,
    })
  })

  it('uses the given slug instead of the slug from the address', () => {
    expect(settingsOf({}, 'mine').slug).toBe('mine')
  })

  it.each([
    ['https://plus.example.org/a/b/prog2/Spring', 'prog2-spring'],
    ['https://plus.example.org/prog2', 'prog2'],
    ['https://plus.example.org/C%C3%A4mpus/K_1.0/?page=2', 'campus-k-1-0'],
    ['https://plus.example.org/%FF/x', 'ff-x'],
    ['https://plus.example.org/', 'course-12'],
    ['no address', 'course-12'],
    ['https://plus.example.org/%E8%AF%BE/%E7%A8%8B', 'course-12'],
    [`https://plus.example.org/${'a'.repeat(63)}/b`, 'a'.repeat(63)],
  ])('makes from %j the slug %j', (htmlUrl, slug) => {
    expect(settingsOf({ htmlUrl }).slug).toBe(slug)
  })

  it.each([
    [[], ['en']],
    [['en'], ['en']],
    [
      ['pt-br', 'en'],
      ['pt-BR', 'en'],
    ],
    [['zh-hans'], ['en']],
    [['zh-hans', 'fi', 'FI'], ['fi']],
    [
      Array.from({ length: 20 }, (_, index) => `a${String.fromCodePoint(97 + index)}`),
      Array.from({ length: 16 }, (_, index) => `a${String.fromCodePoint(97 + index)}`),
    ],
  ])('makes from the languages %j the content languages %j', (languages, expected) => {
    expect(settingsOf({ languages }).languages).toEqual(expected)
  })

  it.each([
    ['Plain', 'Plain'],
    ['|en:English only|', 'English only'],
    ['|fi:|en:English|', 'English'],
    ['', 'CS-A1110'],
    ['\u0000 \n', 'CS-A1110'],
    ['a\tb\u202Ec', 'a bc'],
    ['e\u0301', '\u00E9'],
    ['\u200B\u2800', 'CS-A1110'],
    ['x'.repeat(300), 'x'.repeat(200)],
  ])('makes from the name %j the name %j', (name, expected) => {
    expect(settingsOf({ name }).name).toBe(expected)
  })

  it('makes a name for a course without name and code', () => {
    expect(settingsOf({ name: '', code: ' ' }).name).toBe('Course 12')
  })

  it('makes a slug and a name that the contract accepts, from any text', () => {
    const any = fc.string({ unit: anyCharacter, maxLength: 300 })
    const path = fc.oneof(
      any,
      fc.array(any).map((segments) => `https://plus.example.org/${segments.join('/')}`),
    )
    fc.assert(
      fc.property(any, any, path, (name, code, htmlUrl) => {
        const settings = settingsOf({ name, code, htmlUrl })
        expect(settings.slug).toMatch(/^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/)
        expect(settings.name.normalize('NFC')).toBe(settings.name)
        expect(settings.name).toMatch(
          /^(?=[^]*[^\s\p{Default_Ignorable_Code_Point}\u2800])[^\p{Cc}\p{Cn}\p{Cs}\u2028-\u202E\u2066-\u2069]{1,200}$/u,
        )
      }),
      { numRuns: 1000 },
    )
  })
})

const course: UpstreamCourse = {
  courseId: 12,
  code: 'CS-A1110',
  name: '|en:Programming 2|fi:Ohjelmointi 2|',
  languages: ['fi', 'en'],
  htmlUrl: 'https://plus.example.org/prog2/2026-spring/',
}
const tag = { slug: 'group-a', name: 'A', description: 'Group A', color: '#CD0000', fontWhite: true }
const settingsOf = (overrides: Partial<UpstreamCourse>, slug?: string) =>
  newCourseSettings({ ...course, ...overrides }, [tag], slug)

import { pickLanguage } from '../localisation/pick-language.ts'
import { composeCourseSettings, type CourseSettings, type CourseTag } from '../settings/course-settings.ts'

/** A course as the learning platform reports it: names may hold language markup, or anything else. */
interface UpstreamCourse {
  readonly courseId: number
  readonly code: string
  readonly name: string
  /** The main one first; empty if the course names none. */
  readonly languages: readonly string[]
  /** Its last two path segments name course and instance. */
  readonly htmlUrl: string
}

export function newCourseSettings(course: UpstreamCourse, tags: readonly CourseTag[], slug?: string): CourseSettings {
  const languages = contentLanguages(course.languages)
  return composeCourseSettings(
    { revision: 1, courseId: course.courseId, tags, ltiLoginUrl: null },
    {
      schemaVersion: 1,
      slug: slug ?? slugOf(course),
      name: nameOf(course, languages),
      languages,
      highlightLanguages: [],
      templates: { automaticExtensions: true, extensions: [], excludedPathSegments: [] },
      listed: false,
      visibleTagSlugs: [],
      graders: [],
      manualGradingExercises: [],
    },
  )
}

const maxLanguages = 16

/** Django writes regions in lower case. A code that is not a language and region is left out. */
function contentLanguages(languages: readonly string[]): string[] {
  const known = languages.flatMap((code) => {
    const parts = /^([a-z]{2,3})(?:-([a-z]{2}))?$/i.exec(code)
    if (parts?.[1] === undefined) return []
    return [parts[2] === undefined ? parts[1].toLowerCase() : `${parts[1].toLowerCase()}-${parts[2].toUpperCase()}`]
  })
  const [first = 'en', ...others] = new Set(known)
  return [first, ...others.slice(0, maxLanguages - 1)]
}

const maxName = /^[^]{0,200}/u
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u

function nameOf(course: UpstreamCourse, languages: readonly string[]): string {
  // The markup writes regions in lower case, as the learning platform's own language codes do.
  const names = languages.map((language) => pickLanguage(course.name, language.toLowerCase()))
  return [...names, course.code].map(showable).find((name) => visible.test(name)) ?? `Course ${course.courseId}`
}

/** Control characters become blanks; unassigned characters and those that change the writing direction are left out. */
function showable(text: string): string {
  const shown = text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\p{Cn}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu, '')
  return (maxName.exec(shown.normalize('NFC').trim())?.[0] ?? '').trimEnd()
}

const maxSlug = 64

function slugOf({ courseId, htmlUrl }: UpstreamCourse): string {
  const segments = (URL.parse(htmlUrl)?.pathname ?? '')
    .split('/')
    .filter((segment) => segment !== '')
    .slice(-2)
  const slug = segments
    .map(decodeSegment)
    .join('-')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxSlug)
    .replace(/-$/, '')
  return slug === '' ? `course-${courseId}` : slug
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

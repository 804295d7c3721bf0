import { readNumber } from '@course-grading/domain/localisation/numbers'
import { readRubric } from '@course-grading/domain/rubrics/read-rubric'
import { partsOf } from './editor-state.ts'
import {
  givenRubric,
  textFields,
  type TextName,
  type TypedCriterion,
  type TypedPart,
  type TypedRubric,
} from './typed-rubric.ts'

/** Something to mend before the rubric can be saved. */
export interface Finding {
  readonly criterion: TypedCriterion | null
  readonly part: TypedPart | null
  /** The member that is meant, such as `points`. */
  readonly field: string
  /** Of a text. */
  readonly language: string | null
  readonly code: string
}

interface Issue {
  readonly path: string
  readonly code: string
}

/** All that keeps the rubric from being saved, by the rule by which it is saved. */
export function findingsIn(rubric: TypedRubric, languages: readonly string[]): Finding[] {
  const reading = readRubric(givenRubric(rubric), { languages })
  return reading.ok ? [] : findingsOf(rubric, reading.issues)
}

const token = /\.([A-Za-z_][\w-]*)|\[(\d+)\]|\["([^"]*)"\]/g

/** Where in a rubric the issues of a document stand. A number that cannot be read has one finding, whatever else is wrong with it. */
export function findingsOf(rubric: TypedRubric, issues: readonly Issue[]): Finding[] {
  const findings = issues.map(({ path, code }) => findingAt(rubric, path, code))
  const byPlace = new Map(
    findings.map((finding) => [
      [finding.criterion?.id, finding.part?.id, finding.field, finding.language, finding.code].join(' '),
      finding,
    ]),
  )
  return [...byPlace.values()]
}

function findingAt(rubric: TypedRubric, path: string, code: string): Finding {
  const steps = [...path.matchAll(token)].map(([, name, index, key]) => name ?? index ?? key ?? '')
  const criterion = steps[0] === 'criteria' ? (rubric.criteria[Number(steps[1] ?? NaN)] ?? null) : null
  const ofCriterion = criterion === null ? steps : steps.slice(2)
  const isPart = ofCriterion[0] === 'levels' || ofCriterion[0] === 'checks'
  const part = criterion !== null && isPart ? (partsOf(criterion)[Number(ofCriterion[1] ?? NaN)] ?? null) : null
  const [field = '', language = null] = part === null ? ofCriterion : ofCriterion.slice(2)
  const isText = textFields.includes(field as TextName)
  if (isText) return { criterion, part, field, language, code: isEmpty.has(code) ? 'required' : code }
  const typed = ((part ?? criterion ?? rubric) as object as Readonly<Record<string, unknown>>)[field]
  const isUnreadable = typeof typed === 'string' && readNumber(typed) === null && field !== 'rounding'
  return { criterion, part, field, language: null, code: isUnreadable ? unreadableCode(typed) : code }
}

const isEmpty = new Set(['too_short', 'invalid_format'])
const unreadableCode = (typed: string): string => (typed.trim() === '' ? 'required' : 'unreadable')

/** The name of the field in the form, as in `shownFields`. */
export const nameOfFinding = ({ criterion, part, field }: Finding): string =>
  [criterion?.id, part?.id, field].filter((step) => step !== undefined).join('/')

import { isSameJson, type JsonValue, mergePatch } from '../json/merge-patch.ts'
import { everyPart, hasChangedSince, type PartRevisions } from '../documents/part-revisions.ts'
import type { Issue } from '../errors/domain-error.ts'
import { blankMessage, isBlank } from '../documents/required-text.ts'
import { jsonPath } from '../json/json-path.ts'
import { type Annotation, type FeedbackText, maxAnnotations, maxFeedbackTextBytes } from './feedback-text.ts'

/** A merge patch of a document; null removes a member. */
export interface FeedbackPatch {
  readonly language?: string
  readonly body?: string | null
  readonly annotations?: Readonly<Record<string, object | null>> | null
}

/** A part with a revision of its own: `body`, `language`, or `annotations.` with the id of an annotation. */
export type FeedbackPart = string

interface PatchedFeedback {
  readonly text: FeedbackText
  readonly annotationsJson: string
  readonly changed: readonly FeedbackPart[]
  readonly issues: readonly Issue[]
  /** The snippets that annotations refer to and did not refer to before, once for each annotation. */
  readonly newSnippets: readonly string[]
}

const prefix = 'annotations.'

/** The parts that the patch names, whether or not it changes them. `annotations: null` names each annotation that there is. */
export function touchedFeedbackParts(before: FeedbackText, patch: FeedbackPatch): readonly FeedbackPart[] {
  const annotations = patch.annotations === null ? before.annotations : (patch.annotations ?? {})
  return [
    ...(patch.language === undefined ? [] : ['language']),
    ...(patch.body === undefined ? [] : ['body']),
    ...Object.keys(annotations).map((id) => prefix + id),
  ]
}

export function applyFeedbackPatch(
  before: FeedbackText,
  patch: FeedbackPatch,
  courseLanguages: readonly string[],
): PatchedFeedback {
  const named = Object.keys(patch.annotations ?? {})
  // A patch may remove every annotation and add as many. A patch with more is rejected before it is merged.
  if (named.length > 2 * maxAnnotations)
    return { text: before, annotationsJson: '', changed: [], issues: [tooManyAnnotations], newSnippets: [] }
  const merged = mergePatch(before as unknown as JsonValue, patch as JsonValue) as unknown as Partial<FeedbackText>
  const text: FeedbackText = {
    language: merged.language ?? before.language,
    body: merged.body ?? '',
    annotations: withHashes(merged.annotations ?? {}, named),
  }
  const changed = changedFeedbackParts(before, text, touchedFeedbackParts(before, patch))
  const annotationsJson = JSON.stringify(text.annotations)
  return {
    text,
    annotationsJson,
    changed,
    issues: issuesOf(before, { ...text, annotationsJson }, changed, courseLanguages),
    newSnippets: newSnippets(before, text, changed),
  }
}

/** A merge patch cannot set null, so `sha256` is missing for a file without a hash; it is added only in `named` annotations. */
function withHashes(annotations: FeedbackText['annotations'], named: readonly string[]): FeedbackText['annotations'] {
  const completed = named.flatMap((id): [string, Annotation][] => {
    const annotation = Object.hasOwn(annotations, id) ? annotations[id] : undefined
    const anchor: object | undefined = annotation?.anchor
    const lacksHash = anchor !== undefined && Object.hasOwn(anchor, 'fileId') && !Object.hasOwn(anchor, 'sha256')
    return lacksHash ? [[id, { ...annotation, anchor: { ...anchor, sha256: null } } as Annotation]] : []
  })
  return completed.length === 0 ? annotations : Object.fromEntries([...Object.entries(annotations), ...completed])
}

export function changedFeedbackParts(
  before: FeedbackText,
  after: FeedbackText,
  parts: readonly FeedbackPart[] = partsOf(before, after),
): readonly FeedbackPart[] {
  return parts.filter((part) => {
    if (part === 'language' || part === 'body') return before[part] !== after[part]
    const id = part.slice(prefix.length)
    return !isSame(annotationOf(before, id), annotationOf(after, id))
  })
}

function partsOf(one: FeedbackText, other: FeedbackText): readonly FeedbackPart[] {
  const ids = new Set([...Object.keys(one.annotations), ...Object.keys(other.annotations)])
  return ['language', 'body', ...[...ids].map((id) => prefix + id)]
}

/** The parts that changed after a revision, among those that have a revision and the `touched` ones. */
export function feedbackPartsChangedSince(
  partRevisions: PartRevisions,
  revision: number,
  touched: readonly FeedbackPart[],
): readonly FeedbackPart[] {
  const own = Object.keys(partRevisions).filter((part) => part !== everyPart)
  return [...new Set(['language', 'body', ...own, ...touched])].filter((part) =>
    hasChangedSince(partRevisions, revision, part),
  )
}

/** If many annotations are gone, only the latest of their revisions stays, and stands for every part: an older save is a conflict. */
export function revisionsAfter(
  before: PartRevisions,
  { annotations }: Pick<FeedbackText, 'annotations'>,
  changed: readonly FeedbackPart[],
  revision: number,
): PartRevisions {
  const all = Object.entries({ ...before, ...Object.fromEntries(changed.map((part) => [part, revision])) })
  if (all.length <= 2 * maxAnnotations) return Object.fromEntries(all)
  const isKept = ([part]: [string, number]) =>
    !part.startsWith(prefix) || Object.hasOwn(annotations, part.slice(prefix.length))
  const latestGone = all.reduce(
    (latest, each) => (isKept(each) ? latest : Math.max(latest, each[1])),
    before[everyPart] ?? 0,
  )
  return { ...Object.fromEntries(all.filter(isKept)), [everyPart]: latestGone }
}

export function idOfAnnotation(part: FeedbackPart): string | null {
  return part.startsWith(prefix) ? part.slice(prefix.length) : null
}

export function pathOfFeedbackPart(part: FeedbackPart): string {
  return jsonPath(part.startsWith(prefix) ? ['annotations', part.slice(prefix.length)] : [part])
}

export function annotationOf({ annotations }: FeedbackText, id: string): Annotation | undefined {
  return Object.hasOwn(annotations, id) ? annotations[id] : undefined
}

function isSame(one: Annotation | undefined, other: Annotation | undefined): boolean {
  return isSameJson(one as unknown as JsonValue, other as unknown as JsonValue)
}

function issuesOf(
  before: FeedbackText,
  after: Pick<PatchedFeedback, 'annotationsJson'> & FeedbackText,
  changed: readonly FeedbackPart[],
  courseLanguages: readonly string[],
): Issue[] {
  const issues: Issue[] = []
  // A document keeps its language even if the course no longer has it.
  if (after.language !== before.language && !courseLanguages.includes(after.language))
    issues.push({ path: '$.language', code: 'invalid_value', message: 'Must be a language of the course.' })
  if (Object.keys(after.annotations).length > maxAnnotations) issues.push(tooManyAnnotations)
  for (const part of changed) {
    const id = part.slice(prefix.length)
    const annotation = part.startsWith(prefix) ? annotationOf(after, id) : undefined
    if (annotation !== undefined) issues.push(...annotationIssues(id, annotation))
  }
  if (bytesOf(after) > maxFeedbackTextBytes)
    issues.push({ path: '$', code: 'too_large', message: `It would have more than ${maxFeedbackTextBytes} bytes.` })
  return issues
}

function bytesOf({ language, body, annotationsJson }: Parameters<typeof issuesOf>[1]): number {
  const annotations = Buffer.byteLength(annotationsJson)
  return Buffer.byteLength(JSON.stringify({ language, body, annotations: '' })) - '""'.length + annotations
}

const tooManyAnnotations: Issue = {
  path: '$.annotations',
  code: 'too_large',
  message: `There would be more than ${maxAnnotations} annotations.`,
}

const requiredMembers = ['anchor', 'startLine', 'endLine', 'kind', 'body', 'private'] as const

function annotationIssues(id: string, annotation: Partial<Annotation>): Issue[] {
  const at = (...path: string[]) => jsonPath(['annotations', id, ...path])
  const missing = (...path: string[]): Issue => ({ path: at(...path), code: 'required', message: 'Required.' })
  const { anchor, snippet, startLine = 1, endLine = startLine, startColumn, endColumn } = annotation
  const isBackward = endLine < startLine
  const { body } = annotation
  const issues = requiredMembers.flatMap((member) => (annotation[member] === undefined ? [missing(member)] : []))
  if (body !== undefined && isBlank(body))
    issues.push({ path: at('body'), code: 'invalid_value', message: blankMessage })
  if (isBackward) issues.push({ path: at('endLine'), code: 'invalid_value', message: 'Must not be before the start.' })
  else if (endLine === startLine && startColumn !== undefined && endColumn !== undefined && endColumn < startColumn)
    issues.push({ path: at('endColumn'), code: 'invalid_value', message: 'Must not be before the start.' })
  if (snippet !== undefined)
    for (const member of ['snippetId', 'edited'] as const)
      if (snippet[member] === undefined) issues.push(missing('snippet', member))
  return anchor === undefined ? issues : [...issues, ...anchorIssues(anchor, at, missing)]
}

function anchorIssues(
  anchor: object,
  at: (...path: string[]) => string,
  missing: (...path: string[]) => Issue,
): Issue[] {
  const ofFile = ['fileId', 'path', 'sha256']
  if (!Object.hasOwn(anchor, 'answerKey'))
    return ofFile.filter((member) => !Object.hasOwn(anchor, member)).map((member) => missing('anchor', member))
  const message = 'An annotation stands in a file or in an answer.'
  return ofFile.some((member) => Object.hasOwn(anchor, member))
    ? [{ path: at('anchor'), code: 'invalid_value', message }]
    : []
}

function newSnippets(before: FeedbackText, after: FeedbackText, changed: readonly FeedbackPart[]): string[] {
  return changed.flatMap((part) => {
    if (!part.startsWith(prefix)) return []
    const id = part.slice(prefix.length)
    const snippetId = annotationOf(after, id)?.snippet?.snippetId
    return snippetId === undefined || snippetId === annotationOf(before, id)?.snippet?.snippetId ? [] : [snippetId]
  })
}

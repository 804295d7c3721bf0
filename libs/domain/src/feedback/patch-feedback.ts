import { type JsonValue, mergePatch } from '../json/merge-patch.ts'
import { changedSince, type DocumentPart, documentParts, partsWithRevision } from '../documents/document-parts.ts'
import { everyPart, type PartRevisions } from '../documents/part-revisions.ts'
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

export interface PatchedFeedback {
  readonly text: FeedbackText
  readonly annotationsJson: string
  readonly changed: readonly DocumentPart[]
  readonly issues: readonly Issue[]
  readonly newSnippets: readonly string[]
}

export const feedbackParts = documentParts<Annotation>('annotations', ['language', 'body', 'annotations'])

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
  const changed = feedbackParts.changed(before, text, feedbackParts.touched(before, patch))
  const annotationsJson = JSON.stringify(text.annotations)
  return {
    text,
    annotationsJson,
    changed,
    issues: issuesOf(before, { ...text, annotationsJson }, changed, courseLanguages),
    newSnippets: feedbackParts.newSnippets(before, text, changed),
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

/** The parts that changed after a revision, among those that have a revision and the `touched` ones. */
export function feedbackPartsChangedSince(
  partRevisions: PartRevisions,
  revision: number,
  touched: readonly DocumentPart[],
): readonly DocumentPart[] {
  const own = partsWithRevision(partRevisions)
  return changedSince(partRevisions, revision, ['language', 'body', ...own, ...touched])
}

/** If many annotations are gone, only the latest of their revisions stays, and stands for every part: an older save is a conflict. */
export function revisionsAfter(
  before: PartRevisions,
  { annotations }: Pick<FeedbackText, 'annotations'>,
  changed: readonly DocumentPart[],
  revision: number,
): PartRevisions {
  const all = Object.entries({ ...before, ...Object.fromEntries(changed.map((part) => [part, revision])) })
  if (all.length <= 2 * maxAnnotations) return Object.fromEntries(all)
  const isKept = ([part]: [string, number]) => {
    const id = feedbackParts.idOf(part)
    return id === null || Object.hasOwn(annotations, id)
  }
  const latestGone = all.reduce(
    (latest, each) => (isKept(each) ? latest : Math.max(latest, each[1])),
    before[everyPart] ?? 0,
  )
  return { ...Object.fromEntries(all.filter(isKept)), [everyPart]: latestGone }
}

function issuesOf(
  before: FeedbackText,
  after: Pick<PatchedFeedback, 'annotationsJson'> & FeedbackText,
  changed: readonly DocumentPart[],
  courseLanguages: readonly string[],
): Issue[] {
  const issues: Issue[] = []
  // A document keeps its language even if the course no longer has it.
  if (after.language !== before.language && !courseLanguages.includes(after.language))
    issues.push({ path: '$.language', code: 'invalid_value', message: 'Must be a language of the course.' })
  if (Object.keys(after.annotations).length > maxAnnotations) issues.push(tooManyAnnotations)
  for (const part of changed) {
    const id = feedbackParts.idOf(part)
    const annotation = id === null ? undefined : feedbackParts.entryOf(after, id)
    if (id !== null && annotation !== undefined) issues.push(...annotationIssues(id, annotation))
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

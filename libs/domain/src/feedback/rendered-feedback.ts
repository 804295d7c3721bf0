import { formatNumber } from '../localisation/numbers.ts'
import { type Placeholder, fillPlaceholders } from './placeholders.ts'
import type { Annotation, AnnotationAnchor, AnnotationKind, FeedbackText } from './feedback-text.ts'

export interface ShownAnnotation {
  readonly anchor: { readonly fileId: number; readonly path: string } | { readonly answerKey: string }
  readonly startLine: number
  readonly endLine: number
  readonly kind: AnnotationKind
  readonly bodyHtml: string
  readonly criterionId?: string
}

export interface ShownFeedback {
  readonly language: string
  readonly bodyHtml: string
  readonly annotations: readonly ShownAnnotation[]
}

function shownAnnotations({ annotations }: FeedbackText): readonly Annotation[] {
  return Object.entries(annotations)
    .filter(([, annotation]) => !annotation.private)
    .map(([id, annotation]) => ({ id, annotation, place: placeOf(annotation.anchor) }))
    .sort(
      (one, other) =>
        compare(one.place, other.place) ||
        one.annotation.startLine - other.annotation.startLine ||
        one.annotation.endLine - other.annotation.endLine ||
        compare(one.id, other.id),
    )
    .map(({ annotation }) => annotation)
}

/** The body, and then each annotation; placeholders with a value are filled in. */
export function textsToRender(
  text: FeedbackText,
  values: Partial<Readonly<Record<Placeholder, string>>>,
): readonly string[] {
  return [text.body, ...shownAnnotations(text).map(({ body }) => body)].map((each) => fillPlaceholders(each, values))
}

export function shownFeedback(text: FeedbackText, [bodyHtml = '', ...rest]: readonly string[]): ShownFeedback {
  return {
    language: text.language,
    bodyHtml,
    annotations: shownAnnotations(text).map(({ anchor, startLine, endLine, kind, criterionId }, at) => ({
      anchor: 'answerKey' in anchor ? { answerKey: anchor.answerKey } : { fileId: anchor.fileId, path: anchor.path },
      startLine,
      endLine,
      kind,
      bodyHtml: rest[at] ?? '',
      ...(criterionId !== undefined && { criterionId }),
    })),
  }
}

/** Leaves out the ids of other criteria than `criterionIds`, since a student may know only of these. */
export function withCriteria(shown: ShownFeedback, criterionIds: readonly string[]): ShownFeedback {
  return {
    ...shown,
    annotations: shown.annotations.map(({ criterionId, ...annotation }) =>
      criterionId !== undefined && criterionIds.includes(criterionId) ? { ...annotation, criterionId } : annotation,
    ),
  }
}

function placeOf(anchor: AnnotationAnchor): string {
  return 'answerKey' in anchor ? `2 ${anchor.answerKey}` : `1 ${anchor.path} ${anchor.fileId}`
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** As the document's language writes them. */
export function pointsAsText(
  language: string,
  points: number,
  maxPoints: number,
): Record<'points' | 'maxPoints', string> {
  return { points: formatNumber(language, points), maxPoints: formatNumber(language, maxPoints) }
}

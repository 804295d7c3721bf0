export type AnnotationAnchor =
  | { readonly fileId: number; readonly path: string; readonly sha256: string | null }
  | { readonly answerKey: string }

export type AnnotationKind = 'praise' | 'issue' | 'question' | 'note'

export interface Annotation {
  readonly anchor: AnnotationAnchor
  readonly startLine: number
  readonly endLine: number
  readonly startColumn?: number
  readonly endColumn?: number
  readonly kind: AnnotationKind
  readonly body: string
  readonly criterionId?: string
  readonly checkId?: string
  /** The text of the comment bank that the body came from. */
  readonly snippet?: { readonly snippetId: string; readonly edited: boolean }
  readonly private: boolean
}

export interface FeedbackText {
  readonly language: string
  readonly body: string
  /** The keys are ids that the writer chose. */
  readonly annotations: Readonly<Record<string, Annotation>>
}

export const maxFeedbackBodyLength = 200_000
export const maxAnnotations = 1_000
export const maxFeedbackTextBytes = 1_500_000

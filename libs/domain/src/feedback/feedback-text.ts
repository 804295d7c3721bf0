/** Where an annotation stands: in a file of the submission, or in the text of a form answer. */
export type AnnotationAnchor =
  | { readonly fileId: number; readonly path: string; readonly sha256: string | null }
  | { readonly answerKey: string }

export type AnnotationKind = 'praise' | 'issue' | 'question' | 'note'

/** What a grader says about some lines. */
export interface Annotation {
  readonly anchor: AnnotationAnchor
  readonly startLine: number
  readonly endLine: number
  readonly startColumn?: number
  readonly endColumn?: number
  readonly kind: AnnotationKind
  /** Markdown. */
  readonly body: string
  readonly criterionId?: string
  readonly checkId?: string
  /** The text of the comment bank that the body came from. */
  readonly snippet?: { readonly snippetId: string; readonly edited: boolean }
  /** Only for staff. */
  readonly private: boolean
}

/** What a person writes for students. */
export interface FeedbackText {
  readonly language: string
  /** Markdown. */
  readonly body: string
  /** By ids that the writer chose. */
  readonly annotations: Readonly<Record<string, Annotation>>
}

/** How many characters the body of a document has at most. */
export const maxFeedbackBodyLength = 200_000
/** How many annotations a document has at most. */
export const maxAnnotations = 1_000
/** How large a document is at most, in bytes of its JSON text. */
export const maxFeedbackTextBytes = 1_500_000

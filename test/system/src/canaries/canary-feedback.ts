import { randomUUID } from 'node:crypto'
import { feedbackIds } from '@course-grading/contracts/feedback/feedback-examples'
import type { CanaryKind, CanaryRows } from './canary-kinds.ts'

/** The texts of a feedback document, each with a canary. */
interface FeedbackText {
  readonly body: string
  readonly annotations: object
}

/** A document whose canaries are of this kind, except one in an annotation that is for staff only. */
export function feedbackText(
  plant: CanaryRows['plant'],
  kind: Extract<CanaryKind, 'feedback' | 'unreleased'>,
  of: string,
): FeedbackText {
  const annotation = (body: string, isPrivate: boolean): object => ({
    anchor: { fileId: 71, path: 'essay.txt', sha256: null },
    startLine: 1,
    endLine: 2,
    kind: 'note',
    body,
    private: isPrivate,
  })
  return {
    body: plant(kind, `the feedback of ${of}`),
    annotations: {
      open: annotation(plant(kind, `an annotation of ${of}`), false),
      closed: annotation(plant('staff', `a private annotation of ${of}`), true),
    },
  }
}

/** Makes the documents about people that the contract's examples are about. Each call makes new ones. */
export function createStudentDocuments({ query, plant, standFor }: CanaryRows): () => Promise<void> {
  const documents = (['draft', 'otherDraft', 'published', 'own'] as const).map((name) => {
    const isPublished = name === 'published' || name === 'own'
    return {
      ofExample: feedbackIds[name],
      userId: name === 'own' ? 101 : 201,
      isPublished,
      ...feedbackText(plant, name === 'otherDraft' ? 'unreleased' : 'feedback', `the document ${name}`),
    }
  })
  return async () => {
    for (const { ofExample, userId, isPublished, body, annotations } of documents) {
      const id = randomUUID()
      const published = { language: 'en', bodyHtml: `<p>${body}</p>`, annotations: [], result: null }
      await query(
        `INSERT INTO feedback (id, course_id, user_id, language, state, revision, body, annotations, author_id, updated_by, created_at,
          updated_at, fixture, published_at, published_text)
        VALUES ($1, 11, $2, 'en', $3, 1, $4, $5, 101, 101, now(), now(), FALSE, $6::timestamptz, $7)`,
        [
          id,
          userId,
          isPublished ? 'published' : 'draft',
          body,
          JSON.stringify(annotations),
          isPublished ? new Date() : null,
          isPublished ? JSON.stringify(published) : null,
        ],
      )
      standFor(ofExample, id)
    }
  }
}

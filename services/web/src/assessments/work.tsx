import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'
import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import { AnnotatedText, type LineRemark } from '../submissions/annotated-text.tsx'
import { fileAddress } from '../submissions/file.ts'
import type { Texts } from '../texts/texts.ts'

interface WorkProps {
  readonly texts: Texts
  readonly submissionId: number
  /** Null while the learning platform does not give it: rubric and feedback can be worked on meanwhile. */
  readonly content: SubmissionContent | null
  readonly feedback: FeedbackDocument
}

/** Form answers, then files, each with the annotations below their lines. */
export function Work({ texts, submissionId, content, feedback }: WorkProps) {
  const { work, away, nothing } = texts.grading
  if (content === null)
    return (
      <section aria-label={work}>
        <p role="alert">{away}</p>
        <a href="?files">{texts.feedback.showFiles}</a>
      </section>
    )
  const { files, formAnswers } = content
  return (
    <section aria-label={work} class="work">
      {files.length + formAnswers.length === 0 && <p class="quiet">{nothing}</p>}
      {formAnswers.map(({ key, title, values }) => (
        <AnnotatedText
          key={key}
          texts={texts}
          name={title ?? key}
          text={values.join('\n')}
          remarks={remarksOf(feedback, (anchor) => 'answerKey' in anchor && anchor.answerKey === key)}
        />
      ))}
      {files.map(({ fileId, path, text, size }) => (
        <AnnotatedText
          key={fileId}
          texts={texts}
          name={path}
          note={text === undefined ? texts.grading.noText(size) : undefined}
          download={fileAddress(submissionId, fileId)}
          text={text ?? null}
          remarks={remarksOf(feedback, (anchor) => 'fileId' in anchor && anchor.fileId === fileId)}
        />
      ))}
    </section>
  )
}

type Anchor = FeedbackDocument['annotations'][string]['anchor']

function remarksOf({ annotations, language }: FeedbackDocument, isAbout: (anchor: Anchor) => boolean): LineRemark[] {
  return Object.values(annotations)
    .filter(({ anchor }) => isAbout(anchor))
    .map(({ startLine, endLine, kind, body }) => ({
      startLine,
      endLine,
      kind,
      content: (
        <p class="source" lang={language}>
          {body}
        </p>
      ),
    }))
}

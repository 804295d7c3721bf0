import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'
import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import { WorkAway } from '../islands/work-states.tsx'
import { AnnotatedText } from '../submissions/annotated-text.tsx'
import type { ColoursByFile } from '../submissions/colouring.ts'
import { drawnTexts } from '../submissions/drawn-text.ts'
import { fileGroups } from '../submissions/file-groups.ts'
import { FileTree } from '../submissions/file-tree.tsx'
import type { LineRemark } from '../submissions/line-remark.tsx'
import { WorkFile } from '../submissions/work-file.tsx'
import { anchorOfAnswers } from '../submissions/work-parts.ts'
import type { Locale, Texts } from '../texts/texts.ts'

/** A work as the boundary gives it, with the colours of its files. */
export interface ReadWork {
  readonly content: SubmissionContent
  readonly colours: ColoursByFile
}

interface WorkProps {
  readonly texts: Texts
  readonly locale: Locale
  /** Null while the learning platform does not give it: rubric and feedback can be worked on meanwhile. */
  readonly work: ReadWork | null
  /** Null where the page's script draws the annotations itself. */
  readonly feedback: FeedbackDocument | null
}

/** Form answers, then files, each with the annotations below their lines. */
export function Work({ texts, locale, work, feedback }: WorkProps) {
  if (work === null) return <WorkAway texts={texts} />
  const { content, colours } = work
  const { submissionId, formAnswers, truncated } = content
  const groups = fileGroups(content.files)
  const files = groups.flatMap((group) => group.files.map(({ file }) => file))
  const drawn = drawnTexts([...formAnswers.map(({ values }) => values.join('\n')), ...files.map(({ text }) => text)])
  const { title, nothing, notListed, excluded } = texts.work
  return (
    <section aria-label={title} class="work">
      {files.length + formAnswers.length === 0 && <p class="card padded quiet">{nothing}</p>}
      {files.length + Math.min(1, formAnswers.length) > 1 && (
        <FileTree texts={texts} locale={locale} hasAnswers={formAnswers.length > 0} groups={groups} />
      )}
      {truncated.files > 0 && <p class="notice">{notListed(truncated.files)}</p>}
      {truncated.excluded > 0 && <p class="quiet small">{excluded(truncated.excluded)}</p>}
    </section>
  )
}

import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'
import { WorkAway } from './work-away.tsx'
import { AnnotatedText } from '../submissions/annotated-text.tsx'
import { createTextCutter } from '../colouring/drawn-text.ts'
import { drawnFile } from '../submissions/drawn-file.ts'
import { fileGroups } from '../submissions/file-groups.ts'
import { FileTree } from '../submissions/file-tree.tsx'
import type { LineRemark } from '../submissions/line-remark.tsx'
import type { ReadWork } from '../submissions/read-work.ts'
import { WorkFile } from '../submissions/work-file.tsx'
import { anchorOfAnswers } from '../submissions/work-parts.ts'
import type { Locale, Texts } from '../texts/texts.ts'

interface WorkProps {
  readonly texts: Texts
  readonly locale: Locale
  /** The language of what was handed in. Absent where the page's script sets it. */
  readonly lang?: string
  /** Null while the learning platform does not give the work. */
  readonly work: ReadWork | null
  readonly folds: boolean
  /** Null where the page's script draws the annotations. */
  readonly feedback: FeedbackDocument | null
}

/** Form answers, then files, each with the annotations below their lines. */
export function Work({ texts, locale, lang, work, folds, feedback }: WorkProps) {
  if (work === null) return <WorkAway texts={texts} />
  const { submissionId, files, formAnswers, truncated } = work.content
  const { nothing, notListed, excluded } = texts.work
  const groups = fileGroups(files)
  const cut = createTextCutter()
  return (
    <div class="work">
      {files.length + formAnswers.length === 0 && <p class="card padded quiet">{nothing}</p>}
      {files.length + Math.min(formAnswers.length, 1) > 1 && (
        <FileTree texts={texts} locale={locale} hasAnswers={formAnswers.length > 0} groups={groups} />
      )}
      {truncated.files > 0 && <p class="notice">{notListed(truncated.files)}</p>}
      {truncated.excluded > 0 && <p class="quiet small">{excluded(truncated.excluded)}</p>}
      {formAnswers.map(({ key, title: question, values }, place) => (
        <AnnotatedText
          key={key}
          texts={texts}
          level={3}
          name={question ?? key}
          lang={lang}
          id={place === 0 ? anchorOfAnswers : undefined}
          answerKey={key}
          drawn={cut(values.join('\n'))}
          remarks={remarksOf(feedback, (anchor) => 'answerKey' in anchor && anchor.answerKey === key)}
        />
      ))}
      {groups.flatMap((group) =>
        group.files.map(({ file }) => (
          <WorkFile
            key={file.fileId}
            texts={texts}
            locale={locale}
            lang={lang}
            submissionId={submissionId}
            file={file}
            drawn={drawnFile(file, cut)}
            colours={work.colours.get(file.fileId)}
            folds={folds}
            remarks={remarksOf(feedback, (anchor) => 'fileId' in anchor && anchor.fileId === file.fileId)}
          />
        )),
      )}
    </div>
  )
}

type Anchor = FeedbackDocument['annotations'][string]['anchor']

function remarksOf(feedback: FeedbackDocument | null, isAbout: (anchor: Anchor) => boolean): LineRemark[] {
  if (feedback === null) return []
  return Object.values(feedback.annotations)
    .filter(({ anchor }) => isAbout(anchor))
    .map(({ startLine, endLine, kind, body }) => ({
      startLine,
      endLine,
      kind,
      content: (
        <p class="source" lang={feedback.language}>
          {body}
        </p>
      ),
    }))
}

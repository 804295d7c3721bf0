import type { StudentFeedback } from '@course-grading/contracts/feedback/student-feedback'
import { formatOutOf, formatPoints } from '../islands/display/formats.ts'
import { TimeIn } from '../islands/display/time.tsx'
import { nameOfExercise } from '../layout/names.ts'
import { upstreamSentence } from '../islands/display/upstream-sentence.ts'
import { SafeHtml } from '../islands/display/safe-html.tsx'
import { AnnotatedText } from '../submissions/annotated-text.tsx'
import type { Colours } from '../colouring/code-tokens.ts'
import { createTextCutter } from '../colouring/drawn-text.ts'
import { drawnFile, type FileText } from '../submissions/drawn-file.ts'
import { MarkedName } from '../submissions/marked-text.tsx'
import type { ReadWork } from '../submissions/read-work.ts'
import type { Locale, Texts } from '../texts/texts.ts'

interface OneFeedbackPageProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly document: StudentFeedback
  /** Null where no remark is about the work, or the work did not come in time. */
  readonly work: ReadWork | null
}

export function OneFeedbackPage({ texts, locale, document, work }: OneFeedbackPageProps) {
  const { published, about } = texts.feedback
  return (
    <div class="reading">
      <div>
        <h1>{nameOfExercise(document, texts, locale)}</h1>
        <p class="quiet small">
          {document.courseName} · <TimeIn text={published} at={document.publishedAt} />
        </p>
      </div>
      {document.result && (
        <Result texts={texts} locale={locale} result={document.result} language={document.language} />
      )}
      {document.bodyHtml !== '' && (
        <section class="card padded">
          <h2>{about}</h2>
          <SafeHtml html={document.bodyHtml} lang={document.language} />
        </section>
      )}
      <Remarks texts={texts} document={document} work={work} />
    </div>
  )
}

interface ResultProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly result: NonNullable<StudentFeedback['result']>
  readonly language: string
}

/** The parts add up to the points. Criteria stand with what was chosen and the comment. */
function Result({ texts, locale, result, language }: ResultProps) {
  const { points: title, ofPoints, inPlatform, total, parts: partNames } = texts.feedback
  const points = (value: number): string => formatPoints(locale, value)
  const sentence = upstreamSentence({ texts, locale }, result.upstream, result)
  const isToCome = result.upstream === null || result.upstream.onItsWay
  const isScaled = result.upstreamPoints !== result.points || result.upstreamMaxPoints !== result.maxPoints
  return (
    <section class="card padded" aria-label={title}>
      <p>
        <b class="big number">{points(result.points)}</b>{' '}
        <span class="quiet">{ofPoints(points(result.maxPoints))}</span>{' '}
        {isScaled && isToCome && (
          <span class="quiet small">{inPlatform(points(result.upstreamPoints), points(result.upstreamMaxPoints))}</span>
        )}
      </p>
      {sentence !== null && <p class="notice">{sentence}</p>}
      <dl class="sums number">
        {result.criteria.map((criterion) => (
          <div key={criterion.id}>
            <dt lang={language}>
              <b>{criterion.title}</b>
              {criterion.chosen.length > 0 && `: ${criterion.chosen.join(', ')}`}
            </dt>
            <dd>{formatOutOf(locale, criterion.points, criterion.maxPoints)}</dd>
            {criterion.commentHtml !== null && (
              <dd class="comment">
                <SafeHtml html={criterion.commentHtml} lang={language} />
              </dd>
            )}
          </div>
        ))}
        {result.parts
          .filter(({ kind }) => kind !== 'criterion')
          .map(({ kind, points: own }) => (
            <div key={kind}>
              <dt>
                {partNames[kind]}
                {kind === 'adjustment' && result.adjustment && `: ${result.adjustment.reason}`}
              </dt>
              <dd>{points(own)}</dd>
            </div>
          ))}
        <div class="sum">
          <dt>{total}</dt>
          <dd>{formatOutOf(locale, result.points, result.maxPoints)}</dd>
        </div>
      </dl>
    </section>
  )
}

type Annotation = StudentFeedback['annotations'][number]

/** Remarks stand below their lines or, without the texts that they are about, with the numbers of their lines. */
function Remarks({ texts, document, work }: Omit<OneFeedbackPageProps, 'locale'>) {
  // Two files may have one name, so files are grouped by id.
  const groups = Map.groupBy(document.annotations, ({ anchor }) =>
    'fileId' in anchor ? `file ${anchor.fileId}` : `answer ${anchor.answerKey}`,
  )
  const cut = createTextCutter()
  const parts = [...groups].map(([key, annotations], index) => {
    const name = annotations[0] ? nameOfAnchor(annotations[0], work, texts) : ''
    return { key, id: `part-${index + 1}`, name, annotations }
  })
  return (
    <div class="work">
      {parts.length > 1 && (
        <nav class="files card" aria-label={texts.work.files}>
          <ul>
            {parts.map(({ id, name }) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <MarkedName texts={texts} text={name} />
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {parts.map(({ key, id, name, annotations }) => (
        <AnnotatedText
          key={key}
          id={id}
          texts={texts}
          lang={document.language}
          name={name}
          drawn={drawnFile(textOf(work, annotations[0]), cut)}
          colours={coloursOf(work, annotations[0])}
          remarks={annotations.map(({ bodyHtml, ...remark }) => ({
            ...remark,
            content: <SafeHtml html={bodyHtml} lang={document.language} />,
          }))}
        />
      ))}
      {groups.size > 0 && work === null && (
        <p>
          <a href={`/feedback/${document.id}?files`}>{texts.feedback.showFiles}</a>
        </p>
      )}
    </div>
  )
}

function nameOfAnchor({ anchor }: Annotation, work: ReadWork | null, texts: Texts): string {
  if ('path' in anchor) return anchor.path
  const answer = work?.content.formAnswers.find(({ key }) => key === anchor.answerKey)
  return answer?.title ?? texts.work.answers
}

/** Without a text where the work does not have it. */
function textOf(work: ReadWork | null, annotation: Annotation | undefined): FileText {
  if (work === null || annotation === undefined) return { path: '' }
  const { anchor } = annotation
  const { files, formAnswers } = work.content
  if ('fileId' in anchor) return files.find(({ fileId }) => fileId === anchor.fileId) ?? { path: '' }
  return { path: '', text: formAnswers.find(({ key }) => key === anchor.answerKey)?.values.join('\n') }
}

function coloursOf(work: ReadWork | null, annotation: Annotation | undefined): Colours | undefined {
  return annotation && 'fileId' in annotation.anchor ? work?.colours.get(annotation.anchor.fileId) : undefined
}

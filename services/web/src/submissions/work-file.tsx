import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import { withCodePoints } from '@course-grading/domain/feedback/unseen-characters'
import type { Locale, Texts } from '../texts/texts.ts'
import { CodeLines } from './code-lines.tsx'
import type { Colours } from '../colouring/code-tokens.ts'
import type { DrawnFile } from './drawn-file.ts'
import { fileAddress } from './file.ts'
import { formatSize } from './format-size.ts'
import type { LineRemark } from './line-remark.tsx'
import { PartCard } from './part-card.tsx'
import { anchorOfFile, differenceOf, kindOf } from './work-parts.ts'

type File = SubmissionContent['files'][number]

interface WorkFileProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly lang: string | undefined
  readonly submissionId: number
  readonly file: File
  readonly drawn: DrawnFile
  readonly colours: Colours | undefined
  readonly folds: boolean
  readonly remarks: readonly LineRemark[]
}

/** The lines of a text, or else what the file is. Each file can be downloaded. */
export function WorkFile({ texts, locale, lang, submissionId, file, drawn, colours, folds, remarks }: WorkFileProps) {
  const { fileId, path, template, changedLines } = file
  const { download, downloadOf, noImage, cut } = texts.work
  const kind = kindOf(file)
  const address = fileAddress(submissionId, fileId)
  const link = (
    <a href={address} download aria-label={downloadOf(withCodePoints(path))}>
      {download}
    </a>
  )
  return (
    <PartCard
      texts={texts}
      level={3}
      name={path}
      facts={factsOf(file, remarks.length, texts, locale)}
      link={kind === 'image' ? undefined : link}
      id={anchorOfFile(fileId)}
      fileId={fileId}
      path={path}
      isFolded={template === 'unchanged' && remarks.length === 0}
    >
      {kind === 'image' && (
        <figure data-image={address} data-name={withCodePoints(path)}>
          <p class="quiet" hidden>
            {noImage}
          </p>
          <figcaption class="small">{link}</figcaption>
        </figure>
      )}
      <WhyNoLines texts={texts} file={file} />
      {((kind === 'text' && drawn.lines.length > 0) || remarks.length > 0) && (
        <CodeLines
          texts={texts}
          lang={lang}
          drawn={drawn}
          colours={colours}
          changed={changedLines}
          folds={folds}
          remarks={remarks}
        />
      )}
      {kind === 'text' && drawn.isCut && <p class="small">{cut(drawn.lines.length)}</p>}
    </PartCard>
  )
}

function factsOf(file: File, remarks: number, texts: Texts, locale: Locale): string[] {
  const { language, size, template } = file
  return [
    ...(language === null ? [] : [language]),
    ...(size === 0 ? [] : [formatSize(locale, size)]),
    ...(template === 'unchanged' ? [texts.work.asTemplate] : []),
    ...(template === 'modified' ? [differenceOf(file, texts)] : []),
    ...(remarks === 0 ? [] : [texts.feedback.remarks(remarks)]),
  ]
}

function WhyNoLines({ texts, file }: { readonly texts: Texts; readonly file: File }) {
  const { empty, omitted: reasons, tryAgain } = texts.work
  const { omitted, text } = file
  const kind = kindOf(file)
  if (text === '') return <p class="quiet">{empty}</p>
  if (omitted === undefined || (kind === 'image' && omitted !== 'unavailable')) return null
  return (
    <p class="quiet">
      {reasons[omitted]} {omitted === 'unavailable' && <a href="?files">{tryAgain}</a>}
    </p>
  )
}

import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import type { Locale, Texts } from '../texts/texts.ts'
import type { FileGroup } from './file-groups.ts'
import { formatSize } from './format-size.ts'
import { MarkedName } from './marked-text.tsx'
import { anchorOfAnswers, anchorOfFile, differenceOf } from './work-parts.ts'

type File = SubmissionContent['files'][number]

interface FileTreeProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly hasAnswers: boolean
  readonly groups: readonly FileGroup<File>[]
}

/** Links to the parts of a work that has several. */
export function FileTree({ texts, locale, hasAnswers, groups }: FileTreeProps) {
  const { files, answers } = texts.work
  return (
    <nav class="files card" aria-label={files}>
      <ul>
        {hasAnswers && (
          <li>
            <a href={`#${anchorOfAnswers}`}>{answers}</a>
          </li>
        )}
        {groups.map(({ folder, files: inFolder }) => {
          const links = inFolder.map(({ name, file }) => (
            <FileLink key={file.fileId} texts={texts} locale={locale} name={name} file={file} />
          ))
          if (folder === '') return links
          return (
            <li key={folder} class="folder">
              <span class="quiet">
                <MarkedName texts={texts} text={folder} />
              </span>
              <ul>{links}</ul>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

interface FileLinkProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly name: string
  readonly file: File
}

function FileLink({ texts, locale, name, file }: FileLinkProps) {
  return (
    <li>
      <a href={`#${anchorOfFile(file.fileId)}`}>
        <MarkedName texts={texts} text={name} />
      </a>
      {file.template === 'modified' && <b class="small">{differenceOf(file, texts)}</b>}
      {file.template === 'unchanged' && <span class="quiet small">{texts.work.asTemplate}</span>}
      {file.size > 0 && <span class="quiet small number">{formatSize(locale, file.size)}</span>}
    </li>
  )
}

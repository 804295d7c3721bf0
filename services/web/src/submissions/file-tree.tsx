import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import type { Locale, Texts } from '../texts/texts.ts'
import type { FileGroup } from './file-groups.ts'
import { formatSize } from './format-size.ts'
import { MarkedName } from './marked-text.tsx'
import { anchorOfAnswers, anchorOfFile, changedIn, differenceOf } from './work-parts.ts'

type File = SubmissionContent['files'][number]

interface FileTreeProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly hasAnswers: boolean
  readonly groups: readonly FileGroup<File>[]
}

/** Tabs to the parts of a work that has several, which stay in sight. The page's script marks the one that is seen. */
export function FileTree({ texts, locale, hasAnswers, groups }: FileTreeProps) {
  const { files, answers } = texts.work
  return (
    <nav class="files" aria-label={files}>
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
  const size = file.size > 0 ? formatSize(locale, file.size) : undefined
  return (
    <li>
      <a href={`#${anchorOfFile(file.fileId)}`} title={size}>
        <MarkedName texts={texts} text={name} />
      </a>
      {file.template === 'modified' && (
        <b class="small number" title={differenceOf(file, texts)}>
          {changedIn(file) === null ? '±' : `+${changedIn(file)}`}
        </b>
      )}
      {file.template === 'unchanged' && <span class="quiet small">{texts.work.asTemplate}</span>}
    </li>
  )
}

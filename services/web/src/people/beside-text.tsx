import type { ParkedDraft, ParkedDraftBrief } from '@course-grading/contracts/assessments/parked-draft'
import type { FeedbackVersion, FeedbackVersionBrief } from '@course-grading/contracts/feedback/feedback-document'
import type { RouterContext } from '@koa/router'
import { readId, readRecordId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { Time } from '../islands/display/time.tsx'
import { RowTable } from '../layout/row-table.tsx'
import type { TextToStudent } from './feedback-fields.ts'

interface List<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** What stands below the text: its versions, and the person's own saves that were refused; of each at most one is open. */
export interface BesideText {
  readonly versions: List<FeedbackVersionBrief>
  readonly refused: List<ParkedDraftBrief>
  readonly version: FeedbackVersion | null
  readonly refusedText: ParkedDraft | null
}

export async function readBeside(
  { URL: { searchParams } }: RouterContext,
  { boundary, requestId }: Visit,
  { id }: TextToStudent,
): Promise<BesideText> {
  const params = { id }
  const [n, draft] = [searchParams.get('version'), searchParams.get('refused')]
  const query = { limit: 50, cursor: searchParams.get('cursor') ?? undefined }
  const [versions, refused, version, refusedText] = await Promise.all([
    boundary.listFeedbackVersions({ params, query, requestId }),
    boundary.listParkedDrafts({ query: { feedbackId: id, limit: 20 }, requestId }),
    n === null ? null : boundary.getFeedbackVersion({ params: { id, n: readId(n) }, requestId }),
    draft === null ? null : boundary.getParkedDraft({ params: { id: readRecordId(draft) }, requestId }),
  ])
  return {
    versions: versions.body,
    refused: refused.body,
    version: version && version.body,
    refusedText: refusedText && refusedText.body,
  }
}

interface BesideProps {
  readonly visit: Pick<Visit, 'texts' | 'session'>
  readonly path: string
  readonly document: TextToStudent
  readonly beside: BesideText
}

export function Versions({ visit, path, document, beside: { versions, version } }: BesideProps) {
  const { texts, session } = visit
  const { columns } = texts.people
  const { versionOf, restore, versions: title } = texts.people.text
  if (versions.items.length === 0) return null
  return (
    <section class="card" id="versions">
      <h2>{title}</h2>
      <RowTable
        rows={versions.items}
        keyOf={({ number }) => number}
        columns={[
          {
            title,
            cell: ({ number }) => <a href={`${path}?version=${number}#versions`}>{versionOf(number)}</a>,
          },
          { title: columns.by, cell: ({ savedBy }) => savedBy.fullName },
          { title: columns.changed, cell: ({ savedAt }) => <Time at={savedAt} /> },
          { title: texts.rubrics.publishedAt, cell: ({ closedAt: at }) => at !== null && <Time at={at} /> },
        ]}
      />
      {versions.nextCursor !== null && (
        <nav aria-label={texts.pages}>
          <a href={`${path}?cursor=${encodeURIComponent(versions.nextCursor)}#versions`}>{texts.nextPage}</a>
        </nav>
      )}
      {version && (
        <form method="post" action={path} class="padded">
          <h3>{versionOf(version.number)}</h3>
          <Kept text={version.body} lang={version.language} />
          <input type="hidden" name="person" value={session.user.userId} />
          <input type="hidden" name="revision" value={document.revision} />
          <input type="hidden" name="base" value="{}" />
          <div class="buttons">
            <button name="press" value={`restore:${version.number}`}>
              {restore}
            </button>
          </div>
        </form>
      )}
    </section>
  )
}

/** The person's own saves of the last seven days that somebody else's were in the way of. */
export function RefusedSaves({ visit: { texts }, path, document, beside: { refused, refusedText } }: BesideProps) {
  const { title, older } = texts.live.parked
  if (refused.items.length === 0) return null
  return (
    <section class="card padded" id="refused">
      <h2>{title}</h2>
      <ul>
        {refused.items.map(({ id, createdAt }) => (
          <li key={id}>
            <a href={`${path}?refused=${id}#refused`}>
              <Time at={createdAt} />
            </a>
          </li>
        ))}
      </ul>
      {refused.nextCursor !== null && <p class="quiet">{older}</p>}
      {refusedText && <Kept text={bodyIn(refusedText)} lang={document.language} />}
    </section>
  )
}

const Kept = ({ text, lang }: { readonly text: string; readonly lang: string }) => (
  <pre class="kept" lang={lang}>
    {text}
  </pre>
)

/** A save that changed nothing but the language has no text. */
function bodyIn({ content }: ParkedDraft): string {
  const { body } = { body: '', ...(content as object) }
  return typeof body === 'string' ? body : ''
}

import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { Snippet, SnippetChange } from '@course-grading/contracts/snippets/snippet'
import type { TestService } from '../service.fixture.ts'

/** The snippet of the contract's examples, in the demo course. */
export async function placeSnippet(service: TestService): Promise<void> {
  const { snippetId } = frontendInternal.operations.putSnippet.example.params
  await service.sql`INSERT INTO snippet (snippet_id, course_id, label, text, search_text, revision, created_at)
    VALUES (${snippetId}, 11, 'placed', '{"en":"placed"}', 'placed', 1, now())`
}

/** A snippet for tests that need no particular one. */
export const aSnippet: SnippetChange = {
  exerciseId: null,
  criterionId: null,
  label: 'label',
  text: { en: 'text' },
  points: null,
}

/** Makes a snippet in the demo course; returns it as the reply shows it. */
export async function makeSnippet(
  service: TestService,
  session: string,
  change: Partial<SnippetChange> & { readonly scope?: Snippet['scope'] } = {},
): Promise<Snippet> {
  const reply = await service.request('POST', '/courses/11/snippets', {
    session,
    body: { scope: 'personal', ...aSnippet, ...change },
  })
  if (reply.status !== 201) throw new Error(`no snippet: ${reply.status}`)
  return (await reply.json()) as Snippet
}

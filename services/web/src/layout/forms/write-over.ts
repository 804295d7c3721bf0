import { FrontendTransportError } from '@course-grading/frontend-transport'

export interface Versioned<Document> {
  readonly revision: number
  readonly document: Document
}

export interface WriteOver<Document> {
  /** What the form was drawn from. */
  readonly base: Versioned<Document>
  /** What was typed. */
  readonly mine: Document
  /** Writes over a revision. */
  readonly write: (document: Document, revision: number) => Promise<unknown>
  /** Null where there is nothing to write over any more. */
  readonly readStanding: () => Promise<Versioned<Document> | null>
  readonly compare: (
    base: Document,
    mine: Document,
    theirs: Document,
  ) => { readonly merged: Document; readonly conflicts: readonly string[] }
}

/** Why nothing was written, and what the form is drawn from now: a save then writes over what it shows. */
export interface Refusal<Document> {
  readonly status: number
  readonly code: string | undefined
  readonly fieldErrors: FrontendTransportError['fieldErrors']
  readonly base: Versioned<Document>
  readonly mine: Document
  /** What was changed here and by somebody else. */
  readonly conflicts: readonly string[]
}

const tries = 3

/**
 * Writes what was typed. Where somebody else wrote meanwhile, both are written if they changed different things. Resolves to null once it
 * is written.
 */
export async function writeOver<Document>(over: WriteOver<Document>): Promise<Refusal<Document> | null> {
  const { write, readStanding, compare } = over
  let [base, mine] = [over.base, over.mine]
  for (let left = tries; left > 0; left--) {
    const error = await refusalOf(write(mine, base.revision))
    if (error === null) return null
    const { status = 0, code, fieldErrors } = error
    if (status !== 412) return { status, code, fieldErrors, base, mine, conflicts: [] }
    const standing = await readStanding()
    if (standing === null) return { status: 409, code: 'not_in_state', fieldErrors, base, mine, conflicts: [] }
    const { merged, conflicts } = compare(base.document, mine, standing.document)
    base = standing
    mine = merged
    if (conflicts.length > 0) return { status, code: undefined, fieldErrors, base, mine, conflicts }
  }
  return { status: 412, code: 'revision_conflict', fieldErrors: [], base, mine, conflicts: [] }
}

/** Of what was sent: what nobody can take now is no refusal of it. */
async function refusalOf(writing: Promise<unknown>): Promise<FrontendTransportError | null> {
  try {
    await writing
    return null
  } catch (error) {
    const isRefused = error instanceof FrontendTransportError && [400, 409, 412].includes(error.status ?? 0)
    if (!isRefused) throw error
    return error
  }
}

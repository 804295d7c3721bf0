import { maxPageSize } from '@course-grading/contracts/schemas/paging'

const maxPages = 10

interface Reply<Item> {
  readonly body: { readonly items: readonly Item[]; readonly nextCursor: string | null }
}

export interface ReadList<Item> {
  readonly items: readonly Item[]
  /** Whether the list goes on, which a page then says. */
  readonly isCut: boolean
}

export async function readPages<Item>(
  read: (page: { readonly limit: number; readonly cursor: string | undefined }) => Promise<Reply<Item>>,
  isEnough: (items: readonly Item[]) => boolean = () => false,
): Promise<ReadList<Item>> {
  const items: Item[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const { body } = await read({ limit: maxPageSize, cursor })
    items.push(...body.items)
    if (body.nextCursor === null || isEnough(items)) return { items, isCut: body.nextCursor !== null }
    cursor = body.nextCursor
  }
  return { items, isCut: true }
}

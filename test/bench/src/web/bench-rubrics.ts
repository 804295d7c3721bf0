import type { LargeRubric } from './large-rubric.ts'
import { openEditor, type SlowPage, typeInto } from './measure-pages.ts'
import type { BenchSite } from './world.ts'

/** A document has at most 500 KB, in which fifty times 95 checks fit. */
const large: readonly LargeRubric[] = [
  { kind: 'levels', parts: 20 },
  { kind: 'checks', parts: 95 },
]

interface Typed {
  readonly what: string
  readonly withScript: readonly number[]
  readonly without: readonly number[]
}

/** How long each key takes in the editor of a rubric until it is shown, in the last criterion of fifty. */
export async function typeIntoRubrics(
  site: BenchSite,
  page: SlowPage,
  { rounds, keys }: { readonly rounds: number; readonly keys: number },
): Promise<Typed[]> {
  const typed: Typed[] = []
  for (const { kind, parts } of large) {
    const path = await site.makeRubric({ kind, parts })
    const [withScript, without]: [number[], number[]] = [[], []]
    const field = page.page.locator(`[name="c49/p${parts - 1}/title"]`)
    for (let round = 0; round < rounds; round += 1) {
      for (const hasScript of [false, true]) {
        await openEditor(page, `${site.web.url}${path}?open=c49`, hasScript)
        ;(hasScript ? withScript : without).push(...(await typeInto(page, field, keys)))
      }
    }
    typed.push({ what: `a key in a rubric of 50 criteria with ${parts} ${kind}, shown`, withScript, without })
  }
  return typed
}

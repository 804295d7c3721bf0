import type { Texts } from '../texts/texts.ts'

/** What has just been decided: about one delivery, or about how many. */
export function saidAfter(done: string | null, { deliveries: { done: texts, doneCount } }: Texts): string | null {
  if (done === null) return null
  if (/^\d{1,3}$/.test(done)) return doneCount(Number(done))
  return Object.hasOwn(texts, done) ? texts[done as keyof typeof texts] : null
}

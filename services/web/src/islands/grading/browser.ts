import type { GradingStart } from './grading-start.ts'

/** What a browser keeps of how a person likes the page; null where it keeps nothing. */
export function readChoice(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function keepChoice(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Where nothing can be stored, the choice lasts as long as the page.
  }
}

const openedName = 'opened'

/** Stores that this tab opened an assessment. Returns the one that the person opened before it, or null. */
export function rememberOpened({ userId, assessment }: GradingStart): string | null {
  try {
    const known = (JSON.parse(sessionStorage.getItem(openedName) ?? '[]') as string[]).filter((each) =>
      each.startsWith(`${userId}/`),
    )
    const own = `${userId}/${assessment.id}`
    const at = known.indexOf(own)
    const list = at === -1 ? [...known, own] : known
    sessionStorage.setItem(openedName, JSON.stringify(list.slice(-100)))
    return list[list.indexOf(own) - 1]?.split('/')[1] ?? null
  } catch {
    return null
  }
}

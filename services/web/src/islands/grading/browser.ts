import type { GradingStart } from './grading-start.ts'

/** What a browser keeps of how somebody likes the page; nothing where it keeps nothing. */
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
    // It lasts as long as the page then.
  }
}

const openedName = 'opened'

/** What this person opened before in this tab, the latest last. */
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

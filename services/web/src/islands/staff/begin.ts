import { askAtSignOut } from './ask-at-sign-out.ts'
import { type LeftKeeper, sendAllLeft } from './send-all-left.ts'
import type { StaffStart } from './staff-start.ts'

/** Sends what closed tabs left, and says what of it is not saved. */
export function begin(
  element: Pick<HTMLElement, 'replaceChildren'>,
  { userId, work, texts }: StaffStart,
  keeper: LeftKeeper,
): void {
  const save = async (): Promise<void> => {
    const sent = await sendAllLeft(keeper, userId)
    element.replaceChildren(
      ...sent.flatMap(({ outcome, who, path }) =>
        outcome === 'sent' || outcome === 'later' ? [] : lineAbout(texts[outcome], who || work, path),
      ),
    )
  }
  askAtSignOut({ keeper, save })
  void save()
}

function lineAbout(text: string, who: string, path: string): HTMLElement {
  const line = document.createElement('span')
  const link = document.createElement('a')
  line.className = 'notice'
  link.href = path
  link.textContent = who
  line.append(`${text} `, link)
  return line
}

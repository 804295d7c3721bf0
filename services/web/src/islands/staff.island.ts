import { createKeeper } from './grading/keeper.ts'
import { gradePath } from './grading/save-calls.ts'
import { askAtSignOut } from './staff/ask-at-sign-out.ts'
import { sendAllLeft } from './staff/send-all-left.ts'
import type { StaffStart } from './staff/staff-start.ts'

const root = document.getElementById('left-text')
if (root?.dataset['start'] !== undefined) begin(root, JSON.parse(root.dataset['start']) as StaffStart)

/** Sends what closed tabs left, and says what of it is not saved. */
function begin(element: HTMLElement, { userId, texts }: StaffStart): void {
  const keeper = createKeeper()
  const save = async (): Promise<void> => {
    const sent = await sendAllLeft(keeper, userId)
    element.replaceChildren(
      ...sent.flatMap(({ outcome, who, assessmentId }) =>
        outcome === 'sent' || outcome === 'later' ? [] : lineAbout(texts[outcome], who, gradePath({ assessmentId })),
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

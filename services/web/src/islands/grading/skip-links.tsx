import type { Texts } from '../../texts/texts.ts'
import { KeyHint } from './key-hint.tsx'
import { shortcutOf } from './keys.ts'

/** The ids of the parts of the page, to which links lead. */
export const partIds = { work: 'work', rubric: 'rubric', feedback: 'feedback' } as const

const keysOfParts = { work: 'back', rubric: 'nextCriterion', feedback: 'feedback' } as const

interface SkipLinksProps {
  readonly texts: Texts
  readonly hasKeys: boolean
}

/** The first stops of the page: the work alone may have thousands. They are seen while one of them has the focus. */
export function SkipLinks({ texts: { grading, work }, hasKeys }: SkipLinksProps) {
  const link = (part: keyof typeof partIds, name: string) => (
    <a href={`#${partIds[part]}`} aria-keyshortcuts={hasKeys ? shortcutOf(keysOfParts[part]) : undefined}>
      {name} {hasKeys && <KeyHint action={keysOfParts[part]} />}
    </a>
  )
  return (
    <nav class="skip" aria-label={grading.goTo}>
      {link('work', work.title)} {link('rubric', grading.rubric)} {link('feedback', grading.feedback)}
    </nav>
  )
}

import type { Texts } from '../texts/texts.ts'

interface WorkStateProps {
  readonly texts: Texts
}

/** Shown while the learning platform does not give the work. */
export function WorkAway({ texts: { work } }: WorkStateProps) {
  return (
    <div class="work">
      <div class="card padded" role="alert">
        <p>{work.away}</p>
        <p>
          <a class="button" href="?files">
            {work.tryAgain}
          </a>
        </p>
      </div>
    </div>
  )
}

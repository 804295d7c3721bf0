import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import { keys } from './keys.ts'

interface KeysDialogProps {
  readonly texts: Texts
  readonly hasSingleKeys: boolean
  readonly onSingleKeys: (isOn: boolean) => void
  readonly onClose: () => void
}

/** Lists the keys of the page, and has the switch for those of one character (WCAG 2.1.4). */
export function KeysDialog({ texts: { live, snippets }, hasSingleKeys, onSingleKeys, onClose }: KeysDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // The dialog opens before the next key, which it hears then.
  useLayoutEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
  }, [])
  return (
    <dialog ref={dialog} class="keys" aria-label={live.keys} onClose={onClose}>
      <h2>{live.keys}</h2>
      <dl>
        {keys.map(({ key, action }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{live.keyActions[action]}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={hasSingleKeys}
          onChange={({ currentTarget }) => onSingleKeys(currentTarget.checked)}
        />{' '}
        {live.singleKeys}
      </label>
      <p>
        <button type="button" onClick={() => dialog.current?.close()}>
          {snippets.close}
        </button>
      </p>
    </dialog>
  )
}

import { useEffect } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import { storableText } from './stored-texts.ts'

/** What is pasted or dropped comes without characters that cannot be stored, and this is said. The browser can undo it. */
export function useStorableText({ live }: Texts, announce: (text: string) => void): void {
  useEffect(() => {
    const inserted = (event: InputEvent): void => {
      const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
      const storable = storableText(text)
      if (storable === text || !event.inputType.startsWith('insertFrom')) return
      event.preventDefault()
      document.execCommand('insertText', false, storable)
      announce(live.removed(text.length - storable.length))
    }
    document.addEventListener('beforeinput', inserted)
    return () => document.removeEventListener('beforeinput', inserted)
  }, [live, announce])
}

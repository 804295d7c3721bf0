import { h, options, type VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { afterEach, expect, it, vi } from 'vitest'
import { en } from '../../texts/en.ts'
import { keys } from './keys.ts'
import { KeysDialog } from './keys-dialog.tsx'

const { vnode } = options
afterEach(() => void Object.assign(options, { vnode }))

/** The list with all that it draws. */
function drawn(hasSingleKeys: boolean) {
  const made: VNode<Record<string, (event?: object) => void>>[] = []
  options.vnode = (each) => void made.push(each)
  const onSingleKeys = vi.fn<(isOn: boolean) => void>()
  const onClose = vi.fn<() => void>()
  const html = render(h(KeysDialog, { texts: en, hasSingleKeys, onSingleKeys, onClose }))
  return { html, onSingleKeys, onClose, propsOf: (type: string) => made.find((each) => each.type === type)?.props }
}

it('the list of keys has each key once, with what it does', () => {
  const { html } = drawn(true)
  const listed = [...html.matchAll(/<kbd>(.*?)<\/kbd><\/dt><dd>(.*?)<\/dd>/g)].map(([, key, does]) => [key, does])
  expect(listed).toEqual(keys.map(({ key, action }) => [key, en.live.keyActions[action]]))
})

it.each([true, false])('the list of keys shows and switches the keys of one character: %s', (isOn) => {
  const { html, onSingleKeys, propsOf } = drawn(isOn)
  propsOf('input')?.['onChange']?.({ currentTarget: { checked: !isOn } })
  expect([html.includes('checked'), onSingleKeys.mock.calls]).toEqual([isOn, [[!isOn]]])
})

it('the list of keys says that it was closed, also by the browser', () => {
  const { onClose, propsOf } = drawn(true)
  propsOf('dialog')?.['onClose']?.()
  expect(onClose).toHaveBeenCalledOnce()
})

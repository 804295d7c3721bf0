import { describe, expect, it } from 'vitest'
import { actionOf, hear, keys, type Pressed, type PressedKey } from './keys.ts'

const free = { isTyping: false, hasSingleKeys: true }
const key = (name: string, more: Partial<PressedKey> = {}): PressedKey => ({
  key: name,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...more,
})

const ctrl = (name: string): PressedKey => key(name, { ctrlKey: true })

describe('the keys of the grading page', () => {
  it('each mean one thing', () => {
    expect(new Set(keys.map((each) => each.key)).size).toBe(keys.length)
    expect(new Set(keys.map(({ action }) => action)).size).toBe(keys.length)
  })

  it.each([
    ['j', 'nextCriterion'],
    ['J', 'nextCriterion'],
    ['e', 'feedback'],
    [',', 'previousFile'],
    ['?', 'keys'],
  ])('%s is %s', (name, action) => {
    expect(actionOf(key(name), free)).toEqual({ action })
  })

  it.each([
    ['1', 0],
    ['9', 8],
    ['0', 9],
  ])('%s chooses what stands at %i', (name, index) => {
    expect(actionOf(key(name), free)).toEqual({ action: 'choose', index })
  })

  it.each<[key: string, code: string, expected: Pressed | null]>([
    ['о', 'KeyJ', { action: 'nextCriterion' }],
    ['О', 'KeyJ', { action: 'nextCriterion' }],
    ['б', 'Comma', { action: 'previousFile' }],
    ['ض', 'KeyA', { action: 'annotate' }],
    ['े', 'KeyC', { action: 'comment' }],
    ['٣', 'Digit3', { action: 'choose', index: 2 }],
    ['j', 'KeyC', { action: 'nextCriterion' }],
    ['ö', 'Comma', null],
    ['€', 'KeyC', null],
    ['µ', 'KeyM', null],
    ['ж', 'Semicolon', null],
    ['Dead', 'KeyJ', null],
  ])('%s at %s is what its place says only where it is of another script', (name, code, expected) => {
    expect(actionOf(key(name, { code }), free)).toEqual(expected)
  })

  it.each([
    ['ы', 'KeyS', 'save'],
    ['л', 'KeyK', 'snippet'],
  ])('Ctrl and %s at %s are %s where a layout has no Latin letters', (name, code, action) => {
    expect(actionOf(key(name, { code, ctrlKey: true }), { isTyping: true, hasSingleKeys: false })).toEqual({ action })
  })

  it.each([
    ['while a person types', key('j'), { isTyping: true, hasSingleKeys: true }],
    ['where they are switched off', key('j'), { isTyping: false, hasSingleKeys: false }],
    ['with Alt', key('j', { altKey: true }), free],
    ['of the browser', key('f', { ctrlKey: true }), free],
    ['while a character is composed', key('j', { isComposing: true }), free],
  ])('do nothing %s', (_when, pressed, state) => {
    expect(actionOf(pressed, state)).toBeNull()
  })

  it.each([
    ['Enter', 'complete'],
    ['s', 'save'],
    ['k', 'snippet'],
  ])('Ctrl and %s, or Cmd, are %s also while a person types', (name, action) => {
    const typing = { isTyping: true, hasSingleKeys: false }
    expect(actionOf(key(name, { ctrlKey: true }), typing)).toEqual({ action })
    expect(actionOf(key(name, { metaKey: true }), typing)).toEqual({ action })
  })
})

describe('a key that the page hears', () => {
  it.each<[what: string, heard: Parameters<typeof heardOf>, acts: string[], isThePages: boolean]>([
    ['completes', [ctrl('Enter')], ['complete'], true],
    ['that is held down completes no second work', [ctrl('Enter'), { repeat: true }], [], true],
    ['that is held down goes on through the criteria', [key('j'), { repeat: true }], ['nextCriterion'], true],
    ['saves in a dialog, too', [ctrl('s'), { isInDialog: true }], ['save'], true],
    ["saves nothing while a character is composed, and is the page's", [{ ...ctrl('s'), isComposing: true }], [], true],
    ["is the browser's while a character is composed", [{ ...ctrl('k'), isComposing: true }], [], false],
    ['is left to a dialog', [ctrl('Enter'), { isInDialog: true }], [], false],
    ['leaves a text', [key('Escape'), { isTyping: true }], ['back'], true],
    ['leads to the work from anywhere', [key('Escape')], ['back'], true],
    ["is the browser's where the action had nothing to do", [key('1'), { acts: false }], ['choose'], false],
  ])('%s', (_what, heard, acts, isThePages) => {
    expect(heardOf(...heard)).toEqual({ acts, isThePages })
  })
})

function heardOf(pressed: PressedKey, { repeat = false, isTyping = false, isInDialog = false, acts = true } = {}) {
  const done: string[] = []
  const act = ({ action }: Pressed): boolean => done.push(action) > 0 && acts
  const how = { isTyping, hasSingleKeys: true, isDialogOpen: () => isInDialog, act }
  return { isThePages: hear({ ...pressed, repeat }, how), acts: done }
}

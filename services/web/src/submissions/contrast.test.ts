import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tokenClasses } from '../colouring/code-tokens.ts'

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  // Of plain lines, of those that a remark is about, and of those that were chosen.
  it.each(['paper', 'warn-soft', 'accent-soft'])('code has a contrast of at least 4.5 on %s', (ground) => {
    const names = ['ink', 'ink-2', ...tokenClasses.filter((name) => name !== '').map(variableOf)]
    const low = names.filter((name) => contrast(colourOf(name, theme), colourOf(ground, theme)) < 4.5)
    expect(low).toEqual([])
  })
})

const css = readFileSync(join(import.meta.dirname, '../assets/style.css'), 'utf8')

/** The property that a class has its colour from. */
function variableOf(className: string): string {
  const [, name] = new RegExp(`\\.${className} \\{\\s*color: var\\(--([\\w-]+)\\);\\s*\\}`).exec(css) ?? []
  if (name === undefined) throw new Error(`no colour of ${className}`)
  return name
}

function colourOf(name: string, theme: 'light' | 'dark'): string {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? []
  const colour = theme === 'light' ? light : dark
  if (colour === undefined) throw new Error(`no colour --${name}`)
  return colour
}

/** As WCAG 2 computes it. */
function contrast(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (higher + 0.05) / (lower + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export { createMarkdownRenderer, type MarkdownRenderer } from './markdown-renderer.ts'
export type { Rendered } from './render-texts.ts'

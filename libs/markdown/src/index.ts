export { createMarkdownRenderer, type MarkdownRenderer, type MarkdownRendererOptions } from './markdown-renderer.ts'
export type { Rendered } from './render-texts.ts'

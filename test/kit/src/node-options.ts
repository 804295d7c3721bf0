/**
 * An option in NODE_OPTIONS of a process that a test starts, with which its event loop never counts as late
 * (`punctual-event-loop.ts`).
 */
export const punctually = `--import=${new URL('./punctual-event-loop.ts', import.meta.url).href}`

/** For NODE_OPTIONS of a process that a test starts: its event loop is never late (`punctual-event-loop.ts`). */
export const punctually = `--import=${new URL('./punctual-event-loop.ts', import.meta.url).href}`

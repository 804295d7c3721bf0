interface Area {
  readonly modules: readonly string[]
  readonly tests: readonly string[]
}
/**
 * The modules whose every branch matters, in areas. A mutant is judged only by the tests of its own area. A mutant in code that
 * runs while a module loads needs every test, so one area for all modules would take an hour longer.
 */
export declare const areas: Readonly<Record<string, Area>>
/**
 * The files that the patterns name, from the root of the repository; one that begins with `!` leaves files out. A pattern that names nothing throws, because what it
 * was about has moved.
 */
export declare function filesOf(patterns: readonly string[]): readonly string[]
/** The files of an area: the modules to change, and the tests that judge them. */
export declare function filesOfArea(name: string): Area
/** The area that `AREA` names, with its files. */
export declare function chosenArea(): Area & {
  readonly name: string
}
export {}

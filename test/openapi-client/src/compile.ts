import ts from 'typescript'

export interface CompileError {
  readonly file: string
  /** The source line that does not compile. */
  readonly line: string
  readonly message: string
}

/**
 * Checks programs with strict options, emits nothing, and returns what is wrong in them and in what they import. `isExact`: an
 * optional member is not the same as one that may be undefined, which is not part of `strict`.
 */
export function compile(files: readonly string[], isExact = true): CompileError[] {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ESNext,
    lib: ['lib.esnext.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: isExact,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  })
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const { file, start = 0 } = diagnostic
    const number = file?.getLineAndCharacterOfPosition(start).line ?? 0
    return {
      file: file?.fileName ?? '',
      line: file?.text.split('\n')[number]?.trim() ?? '',
      message: ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'),
    }
  })
}

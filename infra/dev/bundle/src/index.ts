export { assembleImage, commandPath, programPath, typePath } from './assemble-image.ts'
export { billOfMaterials } from './bill-of-materials.ts'
export { bundleProgram } from './bundle-program.ts'
export { type Program, type ProgramName, programNames, programs } from './programs.ts'

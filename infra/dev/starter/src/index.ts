export { mapOf } from './map.ts'

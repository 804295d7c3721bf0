/** The demo world's configured courses, written by the product's own rules; a database that has them stays as it is. */
export { seedDemoWorld } from '@course-grading/test-kit'

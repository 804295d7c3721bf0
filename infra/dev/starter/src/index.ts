export { assessEssays } from './demo-course/assess-essays.ts'
export { fillDemoCourse } from './demo-course/fill-demo-course.ts'
export { mapOf } from './map.ts'

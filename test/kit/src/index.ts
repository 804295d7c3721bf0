export { arbitrarySettingsChange, type CourseFacts } from './arbitrary-settings-change.ts'
export { demoCourses } from './demo-courses.ts'
export { seedCourses, seedDemoWorld } from './seed-courses.ts'
export { aSettingsChange, changeOf } from './settings-change.ts'

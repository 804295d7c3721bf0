import { tellFirstCourse } from './first-course.fixture.ts'
import { byKeyboard } from './hands.fixture.ts'

tellFirstCourse('a teacher takes a new course, by keyboard alone and with scripts,', byKeyboard)

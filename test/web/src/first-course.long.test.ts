import { tellFirstCourse } from './first-course.fixture.ts'
import { byMouse } from './hands.fixture.ts'

tellFirstCourse('a teacher takes a new course, by mouse and with JavaScript off,', byMouse)

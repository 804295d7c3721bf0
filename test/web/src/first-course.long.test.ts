import { tellFirstCourse } from './first-course.fixture.ts'

tellFirstCourse('a teacher takes a new course, by mouse and with JavaScript off,', {
  javaScriptEnabled: false,
  follow: (_page, what) => what.click(),
  press: (_page, what) => what.click(),
})

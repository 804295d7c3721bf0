import { addDemoCourseContent } from './demo-courses.ts'
import { addDemoSubmissions } from './demo-submissions.ts'
import { World } from './world.ts'

const firstNames = ['Aino', 'Eero', 'Ilona', 'Jonne', 'Kaisa', 'Lauri', 'Maija', 'Niilo', 'Outi', 'Pekka', 'Äiju']
const lastNames = ['Esimerkki', 'Demonen', 'Testaaja', 'Kuvitteellinen', 'Mallikas', 'Harjoitus', 'Näyte']

/** The same people, courses and submissions every time; the services' demo data and tests refer to them. */
export function demoWorld(): World {
  const world = new World()
  addStaff(world)
  addDemoCourseContent(world)
  addStudents(world)
  addDemoSubmissions(world)
  return world
}

function addStaff(world: World): void {
  world.addUser({ id: 1, username: 'root', firstName: 'Site', lastName: 'Admin', isSuperuser: true, isSiteStaff: true })
  world.addUser({ id: 101, username: 'teacher', firstName: 'Terry', lastName: 'Teacher' })
  world.addUser({ id: 102, username: 'assistant-fi', firstName: 'Assi', lastName: 'Suomenkielinen', language: 'fi' })
  world.addUser({ id: 103, username: 'assistant-en', firstName: 'Assia', lastName: 'English' })
  world.addUser({ id: 104, username: 'other-teacher', firstName: 'Otto', lastName: 'Toinen' })
  world.addUser({ id: 105, username: 'outsider', firstName: 'Una', lastName: 'Outsider', isExternal: true })
}

function addStudents(world: World): void {
  world.setRole(11, 101, 'teacher')
  world.setRole(12, 101, 'teacher')
  world.setRole(11, 102, 'assistant')
  world.setRole(11, 103, 'assistant')
  world.setRole(13, 104, 'teacher')
  world.setRole(14, 104, 'teacher')

  const groupA = world.addTag({
    id: 31,
    courseId: 11,
    slug: 'group-a',
    name: 'Group A',
    color: '#1B7F4B',
    description: 'Exercise group A',
    visibleToStudents: true,
  })
  const groupB = world.addTag({
    id: 32,
    courseId: 11,
    slug: 'group-b',
    name: 'Group B',
    color: '#FFE08A',
    description: 'Exercise group B',
    visibleToStudents: true,
  })
  const retaking = world.addTag({ id: 33, courseId: 11, slug: 'retaking', name: 'Retaking', color: '#CD0000' })

  for (let id = 201; id <= 230; id += 1) {
    const number = id - 200
    addStudent(world, id, `student${String(number).padStart(2, '0')}`, number)
    world.setRole(11, id, 'student')
    world.addTagging(id % 2 === 1 ? groupA.id : groupB.id, id)
    if (number % 5 === 0) world.addTagging(retaking.id, id)
  }
  for (let id = 301; id <= 1500; id += 1) {
    const number = id - 300
    addStudent(world, id, `load${String(number).padStart(4, '0')}`, number)
    world.setRole(13, id, 'student')
  }
  world.setRole(14, 201, 'student')
}

function addStudent(world: World, id: number, username: string, number: number): void {
  const isExternal = number % 10 === 0
  world.addUser({
    id,
    username,
    isExternal,
    studentId: isExternal ? null : String(500_000 + id),
    firstName: firstNames[number % firstNames.length] ?? '',
    lastName: `${lastNames[number % lastNames.length] ?? ''} ${number}`,
  })
}

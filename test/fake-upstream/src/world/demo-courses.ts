import type { Exercise, NewExercise } from './course.ts'
import type { World } from './world.ts'

/** Far enough in the future that the demo courses stay open. */
const openUntilMs = Date.UTC(2035, 11, 31, 21, 59)
const autumnMs = Date.UTC(2026, 8, 1, 6)

const essayForm = {
  formSpec: [
    { key: 'answer', type: 'textarea', title: 'essay', required: false },
    { key: 'reviewed', type: 'checkbox', title: '|en:Reviewed|fi:Tarkistettu|', required: false },
    { key: 'file1', type: 'file', title: 'program', required: true },
    { key: 'file2', type: 'file', title: 'Notes', required: false },
  ],
  formI18n: { essay: { en: 'Your essay', fi: 'Esseesi' }, program: { en: 'Your program', fi: 'Ohjelmasi' } },
} as const
const projectForm = {
  formSpec: [
    { key: 'answer', type: 'textarea', title: 'What the project does', required: false },
    { key: 'file1', type: 'file', title: 'Program', required: true },
  ],
} as const

/** Adds courses 11 to 14 with their modules and exercises, without people. */
export function addDemoCourseContent(world: World): void {
  const shared = {
    viewableBy: 'enrolled',
    groupWorkAllowed: false,
    visibleToStudents: true,
  } as const
  world.addCourse({
    ...shared,
    id: 11,
    code: 'PRG-1',
    name: '|en:Programming 1|fi:Ohjelmointi 1|',
    instanceName: '2026',
    htmlPath: 'programming/1',
    language: '|fi|en|',
    startsAtMs: autumnMs,
    endsAtMs: openUntilMs,
    groupWorkAllowed: true,
  })
  world.addCourse({
    ...shared,
    id: 12,
    code: 'PRG-2',
    name: 'Programming 2',
    instanceName: '2026',
    htmlPath: 'programming/2',
    language: 'en',
    startsAtMs: Date.UTC(2026, 9, 26, 7),
    endsAtMs: openUntilMs,
  })
  world.addCourse({
    ...shared,
    id: 13,
    code: 'DATA-1',
    name: 'Data Structures',
    instanceName: '2026',
    htmlPath: 'data/structures',
    language: 'en',
    startsAtMs: Date.UTC(2026, 8, 7, 6),
    endsAtMs: openUntilMs,
  })
  world.addCourse({
    ...shared,
    id: 14,
    code: 'OLD-1',
    name: 'Hidden and Ended',
    instanceName: '2020',
    htmlPath: 'hidden/2020',
    language: '',
    startsAtMs: Date.UTC(2020, 8, 1, 6),
    endsAtMs: Date.UTC(2020, 11, 31, 21, 59),
    visibleToStudents: false,
  })

  addModule(world, 51, 11, '|en:Basics|fi:Perusteet|', 0)
  addModule(world, 52, 11, '|en:Projects|fi:Projektit|', 0.5)
  addModule(world, 53, 12, 'Start', 0)
  addModule(world, 54, 13, 'Algorithms', 0)
  addModule(world, 55, 14, 'Old module', 0)
  world.modules.set(56, {
    id: 56,
    courseId: 11,
    name: 'Exam',
    opensAtMs: openUntilMs,
    closesAtMs: openUntilMs,
    isHidden: true,
    pointsToPass: 0,
    latePenalty: 0,
  })

  add(world, { id: 1110, moduleId: 51, order: 1, kind: 'chapter', name: '|en:Introduction|fi:Johdanto|', maxPoints: 0 })
  add(world, {
    id: 1101,
    moduleId: 51,
    parentId: 1110,
    order: 1,
    name: '|en:First steps|fi:Alkuun|',
    maxPoints: 10,
    difficulty: 'A',
    grading: { kind: 'automatic', points: 10 },
  })
  add(world, {
    id: 1102,
    moduleId: 51,
    order: 2,
    name: '|en:Quiz|fi:Visa|',
    maxPoints: 5,
    difficulty: 'A',
    grading: { kind: 'automatic', points: 4 },
  })
  add(world, {
    id: 1103,
    moduleId: 51,
    order: 3,
    name: '|en:Essay program|fi:Esseeohjelma|',
    maxPoints: 20,
    hasSubmittableFiles: true,
    templates: templatesOf(1103),
    ...essayForm,
  })
  add(world, {
    id: 1104,
    moduleId: 52,
    order: 1,
    name: '|en:Project|fi:Projekti|',
    maxPoints: 100,
    difficulty: 'B',
    hasSubmittableFiles: true,
    templates: templatesOf(1104),
    ...projectForm,
  })
  add(world, {
    id: 1105,
    moduleId: 52,
    order: 2,
    name: 'Reflection',
    maxPoints: 10,
    grading: { kind: 'automatic', points: 7 },
  })
  add(world, {
    id: 1106,
    moduleId: 52,
    order: 3,
    name: '|en:Peer review|fi:Vertaisarvio|',
    maxPoints: 10,
    allowAssistantViewing: false,
  })
  add(world, { id: 1201, moduleId: 53, order: 1, name: 'Warm-up', maxPoints: 10 })
  add(world, { id: 1301, moduleId: 54, order: 1, name: 'Balanced trees', maxPoints: 30, hasSubmittableFiles: true })
  add(world, { id: 1401, moduleId: 55, order: 1, name: 'Old exercise', maxPoints: 10 })
}

function addModule(world: World, id: number, courseId: number, name: string, latePenalty: number): void {
  const { startsAtMs, endsAtMs } = world.course(courseId)
  world.modules.set(id, {
    id,
    courseId,
    name,
    opensAtMs: startsAtMs,
    closesAtMs: endsAtMs,
    isHidden: false,
    pointsToPass: 0,
    latePenalty,
  })
}

function add(world: World, given: NewExercise): void {
  world.addExercise(given)
}

function templatesOf(exerciseId: number): Exercise['templates'] {
  const folder = `/exercise-templates/${exerciseId}`
  return {
    en: [`${folder}/en/solution.py`, `${folder}/en/Solution.scala`],
    fi: [`${folder}/fi/solution.py`, `${folder}/fi/Solution.scala`],
  }
}

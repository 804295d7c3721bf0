import type { Call } from '../http/call.ts'
import { mediaTypeOf } from '../http/api-request.ts'
import { isFormMediaType, readForm } from '../http/form.ts'
import type { Json, JsonObject } from '../http/json.ts'
import { readParsedBody } from '../http/parse-body.ts'
import { serverCrash } from '../http/http-error.ts'
import type { User } from '../world/user.ts'

/** The four ways to name students, of which exactly one may be used. `students` takes profile ids. */
const studentFields: Readonly<Record<string, (user: User) => string>> = {
  students: (user) => String(user.profileId),
  students_by_user_id: (user) => String(user.id),
  students_by_student_id: (user) => user.studentId ?? '',
  students_by_email: (user) => user.email,
}

interface TeacherSubmission {
  students: User[]
  points: number
  feedback: string
  assistantFeedback: string
  submittedAtMs: number
}

type FormErrors = Record<string, string[]>

/** The graded submission that a teacher asks for, or the errors by field. */
export function readTeacherSubmission(call: Call): { form: TeacherSubmission } | { errors: FormErrors } {
  const body = bodyWithLists(call)
  const errors: FormErrors = {}
  const students = readStudents(call, body, errors)
  const points = Number(body['points'])
  const { maxPoints } = call.exercise
  if (body['points'] === undefined || body['points'] === '') errors['points'] = ['This field is required.']
  else if (!Number.isInteger(points)) errors['points'] = ['Enter a whole number.']
  else if (points < 0) errors['points'] = ['Ensure this value is greater than or equal to 0.']
  else if (points > maxPoints)
    errors['__all__'] = [`The maximum points for this exercise is ${maxPoints} and the given points is more than that.`]
  const time = body['submission_time']
  const submittedAtMs = typeof time === 'string' ? Date.parse(time) : call.world.now()
  if (Number.isNaN(submittedAtMs)) errors['submission_time'] = ['Enter a valid date/time.']
  if (Object.keys(errors).length > 0) return { errors }
  return {
    form: {
      students,
      points,
      submittedAtMs,
      feedback: textOf(body['feedback']),
      assistantFeedback: textOf(body['assistant_feedback']),
    },
  }
}

/** The form of a request is read-only inside A+, which crashes when it has to add the missing time. */
function bodyWithLists(call: Call): JsonObject {
  if (!isFormMediaType(mediaTypeOf(call.request.headers))) return readParsedBody(call.request)
  const { fields } = readForm(call.request)
  if (!fields.some(([key]) => key === 'submission_time')) throw serverCrash()
  const grouped = Map.groupBy(fields, ([key]) => key)
  return Object.fromEntries(
    [...grouped].map(([key, pairs]): [string, Json] => {
      const values = pairs.map(([, value]) => value)
      return [key, key in studentFields ? values : (values.at(-1) ?? '')]
    }),
  )
}

function readStudents(call: Call, body: JsonObject, errors: FormErrors): User[] {
  const given = Object.entries(studentFields).filter(([field]) => body[field] !== undefined)
  const [first] = given
  if (first === undefined || given.length > 1) {
    errors['__all__'] = ['One and only one of the student fields must be given.']
    return []
  }
  const [field, keyOf] = first
  const wanted = body[field]
  if (!Array.isArray(wanted)) {
    errors[field] = ['Enter a list of values.']
    return []
  }
  return (wanted as readonly Json[]).flatMap((value) => {
    const text = textOf(value)
    const found = [...call.world.users.values()].find((user) => text !== '' && keyOf(user) === text)
    if (found !== undefined) return [found]
    errors[field] = [`Select a valid choice. ${text} is not one of the available choices.`]
    return []
  })
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

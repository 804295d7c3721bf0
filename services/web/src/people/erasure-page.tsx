import type { StudentPage } from '@course-grading/contracts/students/student'
import type { Visit } from '../http/visit.ts'
import { TextField } from '../islands/forms/fields.tsx'
import type { Fault, FormLook } from '../islands/forms/form-look.ts'
import { FormFrame } from '../layout/forms/form-frame.tsx'
import { personPath } from './people-paths.ts'
import { nameOf } from './student-page.tsx'

interface ErasurePageProps {
  readonly visit: Pick<Visit, 'texts' | 'session'>
  readonly courseId: number
  readonly person: StudentPage
  readonly form: { readonly typed: string; readonly faults: readonly Fault[] }
}

/** What goes and what stays; and instead of the button the deliveries that are in the way. */
export function ErasurePage({ visit: { texts, session }, courseId, person, form }: ErasurePageProps) {
  const { title, goes, stays, typeName, name, button, keep, inTheWay } = texts.people.erasure
  const path = personPath({ courseId, userId: person.userId })
  const look: FormLook = { texts, revision: 0, faults: form.faults, standing: null, focus: null }
  const { unsettled } = person
  return (
    <section class="reading">
      <h1>{title(nameOf(person))}</h1>
      <div class="card padded">
        <p>{goes}</p>
        <p>{stays}</p>
      </div>
      {unsettled.length > 0 && (
        <div class="notice bad" role="alert">
          <p>{inTheWay}</p>
          <ul>
            {unsettled.map(({ deliveryId, submissionId, state }) => (
              <li key={deliveryId}>
                <a href={`/deliveries/${deliveryId}`}>{texts.course.submission(submissionId)}</a>:{' '}
                {texts.deliveries.lists[state]}
              </li>
            ))}
          </ul>
        </div>
      )}
      <FormFrame look={look} userId={session.user.userId} action={`${path}/erase`} titleOf={() => name}>
        <TextField name="name" title={name} about={typeName(nameOf(person))} value={form.typed} />
        <div class="buttons">
          <button class="main" name="press" value="save">
            {button}
          </button>
          <a href={path}>{keep}</a>
        </div>
      </FormFrame>
    </section>
  )
}

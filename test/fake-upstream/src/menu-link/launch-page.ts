import type { Reply } from '../http/reply.ts'
import { html, pageReply } from './html.ts'
import type { FormField } from './sign-launch.ts'

/** The page that sends the launch. Without scripts the person presses the button. */
export function launchPage(launchUrl: string, fields: readonly FormField[]): Reply {
  return pageReply(
    'Course grading',
    html`<p>A+ passes on to Course grading who the person is.</p>
      <form method="post" action="${launchUrl}">
        ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" /> `)}<button>
          Open Course grading
        </button>
      </form>
      <script>
        document.forms[0].submit()
      </script>`,
  )
}

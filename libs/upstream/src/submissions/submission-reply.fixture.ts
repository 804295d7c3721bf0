/** The body of A+'s reply to `GET /submissions/3001`. */
export function submissionReply(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 3001,
    url: 'https://plus.example.org/api/v2/submissions/3001',
    html_url: 'https://plus.example.org/def/current/module/essay/submissions/3001/',
    submission_time: '2026-10-01T12:37:00.799437+03:00',
    grade: 3,
    exercise: { id: 1103, max_points: 20, display_name: '1.3 Essay' },
    submitters: [{ id: 201, username: 'student01', full_name: 'Stacy Student', email: 's@example.org' }],
    submission_data: [
      ['answer', 'Essay 1'],
      ['answer', 'again'],
    ],
    files: [
      { id: 70001, url: 'https://plus.example.org/f', filename: 'solution.py', param_name: 'file1' },
      { id: 70002, url: 'https://plus.example.org/f', filename: '../../etc/passwd', param_name: 'file2' },
    ],
    status: 'ready',
    late_penalty_applied: 0.5,
    grading_time: null,
    grader: null,
    feedback: '<p>Good.</p>',
    assistant_feedback: null,
    grading_data: null,
    ...change,
  }
}

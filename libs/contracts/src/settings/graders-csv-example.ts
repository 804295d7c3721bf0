/** The second grader shares her address with somebody, so she is named by her user id. */
export const gradersCsvExample = [
  'email;languages;feedbackTags;gradingTags',
  '"assistant-fi@example.org";"fi";"";"group-a"',
  '"103";"en,fi";"";""',
  '',
].join('\r\n')

/** The graders of the demo course as a CSV: the second one has no address that is hers alone. */
export const gradersCsvExample = [
  'email;languages;feedbackTags;gradingTags',
  '"assistant-fi@example.org";"fi";"";"group-a"',
  '"103";"en,fi";"";""',
  '',
].join('\r\n')

export const work = {
  title: 'Work',
  loading: 'The work is on its way from A+.',
  away: 'The work cannot be loaded from A+ now. Rubric and feedback can be written meanwhile.',
  tryAgain: 'Try again',
  nothing: 'Nothing was handed in that can be shown here.',
  files: 'Files',
  answers: 'Answers',
  notListed: (count: number) =>
    count === 1
      ? 'One more file is not listed: there are too many.'
      : `${count} more files are not listed: there are too many.`,
  excluded: (count: number) =>
    count === 1
      ? 'The settings of the course leave out one file.'
      : `The settings of the course leave out ${count} files.`,
  download: 'Download',
  downloadOf: (path: string) => `Download ${path}`,
  unseen: (code: string) => `A character that is not seen: ${code}`,
  changed: (lines: number) => (lines === 1 ? '1 changed line' : `${lines} changed lines`),
  differs: 'differs from the template',
  sameLines: (first: number, last: number) => `Lines ${first} to ${last}, as in the template`,
  asTemplate: 'as in the template',
  cut: (lines: number) =>
    lines === 0
      ? 'Not drawn: the page is full already.'
      : `Drawn are the first ${lines} lines; the rest is in the download.`,
  cutText: (lines: number) => `Drawn are the first ${lines} lines.`,
  empty: 'Empty.',
  notebook: {
    kinds: { markdown: 'Markdown cell', code: 'Code cell', raw: 'Raw cell' },
    output: 'Output',
    image: 'Image',
    notDrawn: (kinds: string) => `Not drawn: ${kinds}`,
    moreCells: (count: number) =>
      count === 1
        ? 'One more cell is not drawn: there are too many.'
        : `${count} more cells are not drawn: there are too many.`,
    moreImages: (count: number) =>
      count === 1
        ? 'One more image is not drawn: there are too many, or it is too large.'
        : `${count} more images are not drawn: there are too many, or they are too large.`,
    moreOutputs: 'More lines of output are not drawn: there are too many.',
  },
  noImage: 'This image cannot be shown: it is none of PNG, JPEG, GIF and WebP, too large, or did not come.',
  omitted: {
    too_large: 'Too large to be shown here.',
    binary: 'Not a text: download it to look at it.',
    unavailable: 'A+ did not give this file.',
    not_text: 'Not a text in an encoding that is known: download it to look at it.',
  },
}

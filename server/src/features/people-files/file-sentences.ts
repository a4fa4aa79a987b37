import type { ListFile, ListFileCheck, ListFileRun } from '@laurel/contract/people-files'
import { learnSentences, storedSentences } from '@laurel/domain/stored-sentences'
import type { Texts } from '@laurel/domain/texts'
import type * as z from 'zod'

/** What is wrong with a file and its rows. It's stored in English, and translated for its readers. */
learnSentences([
  /*i18n*/ 'Birthday “{date}” can’t be read.',
  /*i18n*/ 'Start date “{date}” can’t be read.',
  /*i18n*/ 'Birthday “{date}” is in the future.',
  /*i18n*/ 'We’ll sync this person without it.',
  /*i18n*/ 'There’s no name and no email.',
  /*i18n*/ 'This is the same person as in row {row}, which we read.',
  /*i18n*/ 'Please enter a valid email.',
  /*i18n*/ 'We’ll sync this person with “{email}”, and flag it on cards.',
  /*i18n*/ 'This person left, as the status “{status}” says.',
  /*i18n*/ '{people} people left, as the status “{status}” says.',
  /*i18n*/ 'We don’t sync them.',
  /*i18n*/ 'The column “{heading}” is new, and we don’t import it.',
  /*i18n*/ 'This person asked to have their data erased. If they agree, add them by hand.',
  /*i18n*/ 'The file has no people.',
  /*i18n*/ 'The file has more than {rows} rows.',
  /*i18n*/ 'The file has more than {columns} columns.',
  /*i18n*/ 'The file has {left} of {all} people.',
  /*i18n*/ 'The file lost the dates of {lost} of {all} people.',
  /*i18n*/ 'We don’t apply a file automatically if it would remove more than {percent}% of the list’s people.',
  /*i18n*/ 'We don’t apply a file automatically if it would clear more than {percent}% of the list’s dates.',
  /*i18n*/ 'Choose the column with people’s names or emails.',
  /*i18n*/ 'Two columns are imported as {column}. Choose one of them.',
  /*i18n*/ 'The file has no column “{heading}” anymore.',
  /*i18n*/ 'The file has {columns} columns “{heading}” now.',
  /*i18n*/ 'Check the file and choose how its columns are imported.',
  /*i18n*/ 'Something went wrong on our side. Try again later, or contact us.',
  /*i18n*/ 'The sync was changed before this was done.',
  /*i18n*/ 'Enter the bucket’s name, such as acme-hr.',
  /*i18n*/ 'We can’t read from this kind of bucket. Use a general purpose bucket.',
  /*i18n*/ 'Enter a region, such as us-east-1.',
  /*i18n*/ 'Enter the user name and password in their own fields.',
  /*i18n*/ 'Enter the user name.',
  /*i18n*/ 'Enter it for this server.',
  /*i18n*/ 'Enter a full URL, such as https://files.example.com/people.csv.',
  /*i18n*/ 'The URL must start with https://.',
  /*i18n*/ 'We couldn’t connect securely to the server. Check the address.',
  /*i18n*/ 'This address is in a private network, so we didn’t open it.',
  /*i18n*/ 'The file didn’t arrive within {seconds} seconds.',
  /*i18n*/ 'The server redirects too often.',
  /*i18n*/ 'The server redirects to an invalid URL.',
  /*i18n*/ 'We can’t read from this bucket. Check its name and region.',
  /*i18n*/ 'The bucket refused access ({status}). Check the access key, and that it may read this file.',
  /*i18n*/ 'The server refused access ({status}). Check the user name, password, or token.',
  /*i18n*/ 'There’s no file at this address (404).',
  /*i18n*/ 'The bucket didn’t accept our request ({status}). Check its region.',
  /*i18n*/ 'The server answered with an error ({status}).',
  /*i18n*/ 'The file is larger than {size} MB.',
  /*i18n*/ 'The connection closed before the file was complete.',
  /*i18n*/ 'We couldn’t read this file.',
])

type RunWire = z.input<typeof ListFileRun>
type FileWire = z.input<typeof ListFile>
type CheckWire = z.input<typeof ListFileCheck>

export function runIn(i18n: Texts, run: RunWire): RunWire {
  return { ...run, says: storedSentences(i18n, run.says), problems: problemsIn(i18n, run.problems) }
}

export function fileIn(i18n: Texts, file: FileWire): FileWire {
  return { ...file, last_run: file.last_run && runIn(i18n, file.last_run) }
}

export function checkIn(i18n: Texts, check: CheckWire): CheckWire {
  const { columns_problem, held, problems } = check
  return {
    ...check,
    columns_problem: columns_problem && storedSentences(i18n, columns_problem),
    held: held && storedSentences(i18n, held),
    problems: problemsIn(i18n, problems),
  }
}

function problemsIn(i18n: Texts, problems: RunWire['problems']): RunWire['problems'] {
  return problems.map((one) => ({ ...one, message: storedSentences(i18n, one.message) }))
}

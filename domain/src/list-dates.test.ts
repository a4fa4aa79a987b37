import { expect, test } from 'vitest'
import { dateOfHeading, readListDate, shownListDate, tidyListDate } from './list-dates.ts'

test.each([
  ['6/14', '06-14'],
  ['06/14/1990', '1990-06-14'],
  [' 1990-6-14 ', '1990-06-14'],
  ['--06-14', '06-14'],
  ['06-14', '06-14'],
  ['8-Jun', '06-08'],
  ['08-Jun', '06-08'],
  ['8 June 1990', '1990-06-08'],
  ['Sept. 8, 1990', '1990-09-08'],
  ['June 8', '06-08'],
  ['2/29', '02-29'],
  ['2/29/2024', '2024-02-29'],
  ['6/14/90', '1990-06-14'],
  ['6/14/05', '2005-06-14'],
  ['8-Jun-90', '1990-06-08'],
  ['33038', '1990-06-14'],
  ['1990-06-14 00:00:00', '1990-06-14'],
  ['1990-06-14T00:00:00.000Z', '1990-06-14'],
  ['6/14/1990 12:00 AM', '1990-06-14'],
])('%j is kept as %j, and read again unchanged', (text, kept) => {
  expect(tidyListDate(text)).toBe(kept)
  expect(tidyListDate(kept)).toBe(kept)
})

test.each(['', 'soon', '2/30', '2/29/2023', '14/6', '0/5', '990', '13-Foo', '6/14/1066'])(
  '%j is no date, and stays as entered',
  (text) => {
    expect(readListDate(text)).toBeUndefined()
    expect(tidyListDate(text)).toBe(text)
  },
)

test('a kept date is shown with its month first', () => {
  expect([shownListDate('06-04'), shownListDate('1990-06-14'), shownListDate('soon')]).toEqual([
    '6/4',
    '6/14/1990',
    'soon',
  ])
})

test.each([
  ['Birthday', 'birthday'],
  ['Date of birth', 'birthday'],
  ['Hire Date', 'start_date'],
  ['start_date', 'start_date'],
  ['City', undefined],
])('a column headed %j holds %s', (heading, field) => {
  expect(dateOfHeading(heading)).toBe(field)
})

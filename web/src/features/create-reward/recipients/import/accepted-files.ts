/** Lists as spreadsheets save them. What a file really is, the server tells by its content. */
export const ACCEPTED_FILES = [
  '.csv',
  '.tsv',
  '.txt',
  '.xlsx',
  'text/csv',
  'text/tab-separated-values',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

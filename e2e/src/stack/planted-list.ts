/** One person's cells, by column heading. */
const HEADINGS = ['First', 'Last', 'Street', 'City', 'State', 'ZIP', 'Email', 'Value', 'Message'] as const
export type Cells = Record<(typeof HEADINGS)[number], string>

const FIRST = 'Maya,Priya,Jonas,Amara,Wen,Ingrid,Lucia,Samuel,Noor,Diego,Freya,Caleb,Elena'.split(',')
const LAST = 'Okafor,Nair,Lindqvist,Diallo,Hsu,Solberg,Ferrante,Adeyemi,Rahmani,Holm,Whitmore'.split(',')
const PLACES = [
  { City: 'Portland', State: 'OR', ZIP: '97214' },
  { City: 'Madison', State: 'WI', ZIP: '53703' },
  { City: 'Boulder', State: 'CO', ZIP: '80302' },
  { City: 'Duluth', State: 'MN', ZIP: '55802' },
  { City: 'Lowell', State: 'MA', ZIP: '01852' },
]

/** Every kind of mistake that blocks an order, as a change to a good row. */
const MISTAKES: ReadonlyArray<(cells: Cells) => Partial<Cells>> = [
  () => ({ First: '' }),
  () => ({ Last: '' }),
  () => ({ Street: '' }),
  () => ({ City: '' }),
  () => ({ State: '' }),
  () => ({ ZIP: '' }),
  ({ ZIP }) => ({ ZIP: `${ZIP}1` }),
  () => ({ State: 'Ruritania' }),
  () => ({ Value: 'fifty' }),
  () => ({ Value: '5' }),
  () => ({ Value: '5000' }),
  ({ Street }) => ({ Street: `${Street}, behind the old mill and the second bridge on the left` }),
  () => ({ Last: 'Montgomery-Wolfeschlegelstein-Wammersbacher' }),
  () => ({ First: '王芳' }),
  () => ({ Message: 'Dear {nickname}, thank you.' }),
  () => ({ Message: 'Thank you","and more","still more' }),
]

/** Warnings that don't block an order. */
const WARNINGS: ReadonlyArray<(cells: Cells) => Partial<Cells>> = [
  () => ({ City: 'Lowell', State: 'MA', ZIP: '1852' }),
  () => ({ State: 'TX' }),
]

export type PlantedList = {
  csv: string
  /** The correct rows, by email. */
  good: ReadonlyMap<string, Cells>
  mistakes: number
  kinds: number
}

/** A list of people with mistakes of every kind, and a few warnings, including a duplicate. */
export function plantedList(rows: number, mistakes: number): PlantedList {
  const good = Array.from({ length: rows }, (_, index) => person(index))
  const lines = good.map((cells) => lineOf(cells))
  const plant = (at: number, mistake: (cells: Cells) => Partial<Cells>) => {
    lines[at] = lineOf({ ...good[at]!, ...mistake(good[at]!) })
  }
  const apart = Math.floor(rows / mistakes)
  for (let n = 0; n < mistakes; n++) plant(n * apart + 2, MISTAKES[n % MISTAKES.length]!)
  for (const [n, warn] of WARNINGS.entries()) plant(n * apart + 5, warn)
  lines[rows - 3] = lineOf({ ...good[11]!, Email: good[rows - 3]!.Email })
  return {
    csv: [HEADINGS.join(','), ...lines].join('\r\n'),
    good: new Map(good.map((cells) => [cells.Email, cells])),
    mistakes,
    kinds: MISTAKES.length,
  }
}

/** The errors file with every row corrected and nothing else changed. */
export function repaired(errorsFile: string, good: PlantedList['good']): string {
  const [head = [], ...rows] = readCsv(errorsFile.replace(/^\ufeff/, ''))
  const email = head.indexOf('Email')
  const corrected = rows.map((cells) => {
    const person = good.get(cells[email] ?? '')
    if (!person) throw new Error(`no person has the email ${cells[email]}`)
    return head.map((heading, at) => person[heading as keyof Cells] ?? cells[at] ?? '')
  })
  return [head, ...corrected].map((cells) => cells.map(quoted).join(',')).join('\r\n')
}

function person(index: number): Cells {
  return {
    First: FIRST[index % FIRST.length]!,
    Last: LAST[index % LAST.length]!,
    Street: `${12 + index} Juniper Street`,
    ...PLACES[index % PLACES.length]!,
    Email: `person.${index}@example.com`,
    Value: index % 10 === 0 ? '75' : '',
    Message: '',
  }
}

/** Cells are quoted without escaping, so a planted mistake can add cells beyond the headings. */
function lineOf(cells: Cells): string {
  return HEADINGS.map((heading) =>
    /[",]/.test(cells[heading]) ? `"${cells[heading]}"` : cells[heading],
  ).join(',')
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, inQuotes, plain, parting] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(inQuotes?.replaceAll('""', '"') ?? plain ?? '')
    if (parting === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    if (parting === '') break
  }
  return rows
}
